import type { PromptPart } from '#features/models/prompt-part-rules.ts'

/**
 * The text that is added for each part that a prompt lacks, with blanks for what only the author knows. `atStart` means
 * that the text is added at the beginning of the prompt.
 */
const additions: Record<PromptPart, { text: string; atStart?: boolean }> = {
  role: { text: 'You are {{role}}.', atStart: true },
  context: { text: 'Context: {{context}}' },
  task: { text: 'Task: write {{result}}.' },
  constraints: { text: 'Keep it under {{words:200}} words.' },
  format: { text: 'Format: {{format:a list}}' },
  examples: { text: 'Example: {{example}}' },
}

/** Adds a part to a prompt's text: a role at the beginning, any other part at the end. */
export function withPart(content: string, part: PromptPart): string {
  const { text, atStart } = additions[part]
  const body = content.trim()
  return (atStart ? [text, body] : [body, text]).filter(Boolean).join('\n\n')
}
