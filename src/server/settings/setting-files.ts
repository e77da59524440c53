import { readFileSync } from 'node:fs'
import { StartError } from '../start/start-error.ts'

/** No setting has more bytes than this, so a longer file is probably the wrong one. */
const maxBytes = 64 * 1024

/**
 * If the variable `NAME_FILE` is set for one of `names`, sets `NAME` to the content of that file without its last line
 * break, unless that is empty. This is how containers get secrets. Throws a StartError if both variables are set or the
 * file can't be read. The error names the setting, never its content.
 */
export function readSettingFiles(variables: Record<string, string>, names: string[]): Record<string, string> {
  const result = { ...variables }
  for (const name of names) {
    const path = variables[`${name}_FILE`]
    if (path === undefined || names.includes(`${name}_FILE`)) continue
    if (variables[name] !== undefined)
      throw new StartError(`Invalid setting: ${name} and ${name}_FILE can’t both be set.`)
    const content = readSettingFile(`${name}_FILE`, path)
    if (content !== '') result[name] = content
  }
  return result
}

function readSettingFile(setting: string, path: string): string {
  try {
    const content = readFileSync(path)
    if (content.length > maxBytes) throw new Error('it is too long for a setting')
    return content.toString('utf8').replace(/\r?\n$/, '')
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException
    const reason = fileProblems[code] ?? `can’t be read: ${message}`
    throw new StartError(`Invalid setting: ${setting} is ${path}, which ${reason}.`, { cause })
  }
}

/** What to do about a file that can't be read, by the error's code. */
const fileProblems: Record<string, string> = {
  ENOENT: 'doesn’t exist. Create or mount that file, or unset the variable',
  ENOTDIR: 'doesn’t exist. Create or mount that file, or unset the variable',
  EISDIR: 'is a folder. Name the file in it',
  EACCES: 'the user of this process may not read. Change the owner or the permissions of the file',
}
