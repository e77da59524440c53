import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A block of `docs/operations/` with commands or a configuration. `kind`: the words after the opening fence. */
export type Block = { kind: string; text: string }

const fencedBlocks = /^( *)```(.*)\n([\s\S]*?)^\1```$/gm

/** Returns all blocks of `docs/operations/`, in their order. */
export function listOperationsBlocks(): Block[] {
  const pages = ['backup.md', 'start.md', 'scale.md'].map((name) =>
    readFileSync(join(import.meta.dirname, '../docs/operations', name), 'utf8'),
  )
  return [...pages.join('\n').matchAll(fencedBlocks)].map(([, indent = '', kind = '', text = '']) => ({
    kind,
    text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }))
}

/** Returns the text of the only block of a kind. Throws an Error if there isn't exactly one. */
export function findBlock(kind: string): string {
  const found = listOperationsBlocks().filter((block) => block.kind === kind)
  if (found.length !== 1) throw new Error(`docs/operations/ has ${found.length} blocks of ${kind}, not one.`)
  return found[0]?.text ?? ''
}

/** Replaces words in a text. Throws an Error if any of the words is missing from the text. */
export function replaceWords(text: string, replacements: Record<string, string>): string {
  let changed = text
  for (const [word, replacement] of Object.entries(replacements)) {
    if (!text.includes(word)) throw new Error(`“${word}” isn't in docs/operations/ anymore.`)
    changed = changed.replaceAll(word, replacement)
  }
  return changed
}

/** PATH, plus the folders that contain programs for administrators. */
export const adminPath = [process.env.PATH, '/usr/sbin', '/sbin'].join(delimiter)

/**
 * Whether a program is installed. Runs it with `args`, such as `--version`. If it isn't installed, prints that `what`
 * isn't tested.
 */
export function isInstalled(program: string, args: string[], what: string): boolean {
  const { error } = spawnSync(program, args, { env: { ...process.env, PATH: adminPath }, stdio: 'ignore' })
  if (error) console.info(`${program} is not installed: ${what} isn't tested.`)
  return !error
}
