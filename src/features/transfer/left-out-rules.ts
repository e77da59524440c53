import type { PromptSource } from './source-rules.ts'
import { shownMark } from './source-rules.ts'

const tools = 'is left out. A prompt here has no tools.'
const acts = 'is left out. Nothing here runs by itself.'

/** Keys of a front matter that give a prompt power in other programs. They are never imported. */
const powers: Record<string, string> = {
  'allowed-tools': tools,
  'disallowed-tools': tools,
  tools,
  toolDefs: tools,
  'mcp-servers': tools,
  mcpServers: tools,
  hooks: acts,
  shell: acts,
  command: acts,
  commands: acts,
  scripts: acts,
}

const reference = /\$\{(?:env|file):[^{}\n]*\}/g

/** Notes which keys of the front matter aren't imported. `read`: those that are. */
export function noteLeftOut({ keyLines, notes }: PromptSource, read: readonly string[]): void {
  for (const [key, line] of keyLines)
    if (!read.includes(key))
      notes.add(line, `“${shownMark(key)}” ${Object.hasOwn(powers, key) ? powers[key] : 'is left out.'}`)
}

/** The references to files and environment variables in a text, with their lines from 1. */
export function findReferences(text: string): { line: number; sentence: string }[] {
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(reference)].map(([found]) => ({
      line: index + 1,
      sentence: `${shownMark(found)} is never filled in here.`,
    })),
  )
}
