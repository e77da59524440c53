import { type PromptPart, partsOf, seemsEnglish } from './prompt-part-rules.ts'

/** What the composer writes for each part that a prompt lacks, with blanks for what it can't know. */
const sections: [PromptPart, head: string, text: string][] = [
  ['role', 'Role', 'You are {{role:an expert in the subject of the task}}.'],
  ['context', 'Context', '- For: {{audience:a general reader}}\n- What is known already: {{background}}'],
  ['task', 'Task', ''],
  [
    'constraints',
    'Constraints',
    '- Don’t make up facts, figures, names or quotations. Write [missing: …] where one is needed.\n- Length: {{length}}',
  ],
  ['format', 'Output format', '{{format:a text with short paragraphs}}'],
]

/**
 * Rewrites a prompt by rules, without a language model: puts it under the heading Task and adds the parts that it lacks.
 * Its own words stay as they are. Parts are recognized by English words, so a prompt in another language gets all of
 * them, and a request to answer in its language.
 */
export function composePrompt(prompt: string): string {
  const parts = partsOf(prompt)
  const answerLanguage = seemsEnglish(prompt) ? '' : '\n- Answer in the language in which the task is written.'
  const written = sections.flatMap(([part, head, text]) => {
    if (part === 'task') return [`# ${head}\n${prompt.trim()}`]
    return parts.has(part) ? [] : [`# ${head}\n${text}${part === 'constraints' ? answerLanguage : ''}`]
  })
  return `${written.join('\n\n')}\n`
}
