import type { Violation } from './source.ts'

const rule = 'A query of prompts has a visibility condition'
const visibilityFile = 'prompt-visibility.ts'
const definingFile = 'src/features/catalogue/server/prompt-cards.ts'

/** Files that read prompts without a visibility condition, each with the reason. */
const exceptions: Record<string, string> = {
  'src/features/writing/server/own-prompt-queries.ts': 'A member’s own prompts, of every status.',
}

/**
 * Checks that a file that reads prompts through `cardSource` or `promptSource` imports a condition of
 * prompt-visibility.ts. Whether the condition is right is tested by src/server/visibility.test.ts.
 */
export function checkVisiblePrompts(files: Map<string, string>): Violation[] {
  return [...files].flatMap(([path, text]) => {
    if (!/^src\/features\/.*\/server\/.*(?<!\.test)\.ts$/.test(path) || path === definingFile || path in exceptions)
      return []
    const offset = text.search(/\$\{(cardSource|promptSource)\}/)
    if (offset === -1 || text.includes(`/${visibilityFile}'`)) return []
    const line = text.slice(0, offset).split('\n').length
    const message = `This query also finds drafts and removed prompts. Add isPublished or isVisibleTo of ${visibilityFile}, or add the file to the exceptions in scripts/structure/visible-prompts.ts with a reason.`
    return [{ path, line, rule, message }]
  })
}
