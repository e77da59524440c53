import { composePrompt } from '#features/models/composer-rules.ts'
import { exampleIdeas } from './idea-rules.ts'

/** An idea, and the prompt that the Composer makes from it. */
export type GeneratorExample = { idea: string; title: string; content: string }

/** The prompt for the first example idea. Composing needs all of the Composer's rules, so the route's loader does it. */
export function composeExample(): GeneratorExample {
  const [idea] = exampleIdeas
  const { title, content } = composePrompt({ idea })
  return { idea, title, content: content.trim() }
}
