import { composePrompt } from '#features/models/composer-rules.ts'
import { exampleIdeas } from './idea-rules.ts'

/** An idea, and the prompt that the Composer makes of it. */
export type GeneratorExample = { idea: string; title: string; content: string }

/** What the Composer makes of the first example idea. Loads all its rules, so pages get the result from their loader. */
export function composeExample(): GeneratorExample {
  const [idea] = exampleIdeas
  const { title, content } = composePrompt({ idea })
  return { idea, title, content: content.trim() }
}
