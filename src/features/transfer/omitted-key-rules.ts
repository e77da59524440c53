import type { PromptSource } from './source-rules.ts'
import { quoteMarkup } from './source-rules.ts'

const noTools = 'is left out. A prompt here has no tools.'
const noAutomation = 'is left out. Nothing runs automatically here.'

/**
 * The front matter keys with which other programs let a prompt use tools or run code, each with the end of its note.
 * They are never imported.
 */
const capabilityKeys: Record<string, string> = {
  'allowed-tools': noTools,
  'disallowed-tools': noTools,
  tools: noTools,
  toolDefs: noTools,
  'mcp-servers': noTools,
  mcpServers: noTools,
  hooks: noAutomation,
  shell: noAutomation,
  command: noAutomation,
  commands: noAutomation,
  scripts: noAutomation,
}

/** Adds a note for each front matter key that isn't in `importedKeys`. */
export function noteOmittedKeys({ keyLines, notes }: PromptSource, importedKeys: readonly string[]): void {
  for (const [key, line] of keyLines)
    if (!importedKeys.includes(key))
      notes.add(
        line,
        `“${quoteMarkup(key)}” ${Object.hasOwn(capabilityKeys, key) ? capabilityKeys[key] : 'is left out.'}`,
      )
}
