import { composePrompt } from '#features/models/composer-rules.ts'
import { exampleIdeas } from './idea-rules.ts'

/** An idea, and the prompt that the composer writes for it. */
export type GeneratorExample = { idea: string; title: string; content: string }

/**
 * Returns the prompt for the first example idea. This module imports all of the composer's rules, so import it
 * dynamically in the route's loader.
 */
export function composeExample(): GeneratorExample {
  const [idea] = exampleIdeas
  const { title, content } = composePrompt({ idea })
  return { idea, title, content: content.trim() }
}
