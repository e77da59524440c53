import { readFileSync } from 'node:fs'
import { StartError } from './start-error.ts'

/** More than any setting is long: the file is likely the wrong one. */
const maxBytes = 64 * 1024

/**
 * Replaces `NAME_FILE` by `NAME` with the content of that file, without its last line break, for each of these names. So
 * secrets of containers needn't be environment variables. Throws a StartError that names the setting, never the content.
 */
export function readSettingFiles(variables: Record<string, string>, names: string[]): Record<string, string> {
  const replaced = { ...variables }
  for (const name of names) {
    const path = variables[`${name}_FILE`]
    if (path === undefined || names.includes(`${name}_FILE`)) continue
    if (variables[name] !== undefined)
      throw new StartError(`Wrong setting: ${name} and ${name}_FILE exclude each other.`)
    const content = readSettingFile(`${name}_FILE`, path)
    if (content !== '') replaced[name] = content
  }
  return replaced
}

function readSettingFile(setting: string, path: string): string {
  try {
    const content = readFileSync(path)
    if (content.length > maxBytes) throw new Error('it is too long for a setting')
    return content.toString('utf8').replace(/\r?\n$/, '')
  } catch (cause) {
    throw new StartError(`Wrong setting: ${setting} can’t be read: ${(cause as Error).message}.`, { cause })
  }
}
