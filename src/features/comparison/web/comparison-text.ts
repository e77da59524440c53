import type { AnswerView } from './answers/answer-view.ts'
import { type Verdict, verdictText } from './blind/verdict.tsx'

/** Formats a comparison as Markdown: the prompt, each answer under its name, and the verdict. */
export function comparisonText(prompt: string, answers: AnswerView[], verdict: Verdict | null): string {
  const parts = [`# Prompt\n\n${prompt.trim()}`, ...answers.map(({ name, text }) => `# ${name}\n\n${text.trim()}`)]
  const decision = verdict && verdictText(verdict.outcome, answers)
  if (decision) parts.push(`# Verdict\n\n${decision} ${verdict.note}`.trim())
  return `${parts.join('\n\n')}\n`
}
