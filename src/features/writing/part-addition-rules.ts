import type { PromptPart } from '#features/models/prompt-part-rules.ts'

/** How each missing part of a prompt is added, with a blank for what only its author knows. */
const additions: Record<PromptPart, { text: string; atStart?: boolean }> = {
  role: { text: 'You are {{role}}.', atStart: true },
  context: { text: 'Context: {{context}}' },
  task: { text: 'Task: write {{result}}.' },
  constraints: { text: 'Keep it under {{words:200}} words.' },
  format: { text: 'Format: {{format:a list}}' },
  examples: { text: 'Example: {{example}}' },
}

/** The text with this part added: a role at its beginning, the others at its end. */
export function withPart(content: string, part: PromptPart): string {
  const { text, atStart } = additions[part]
  const body = content.trim()
  return (atStart ? [text, body] : [body, text]).filter(Boolean).join('\n\n')
}
