import type { Violation } from './source.ts'

const rule = 'A query of prompts has a visibility condition'
/** The file that defines `cardSource`, the tables from which cards of prompts are read. */
const definingFile = 'src/features/catalogue/server/prompt-cards.ts'

/** Files that need no condition, by reason, as `feature/file` without `server/` and the extension. */
const exceptions: Record<string, string[]> = {
  'Locks prompts or renews what is stored about them, whatever their status.': [
    'catalogue/insert-prompts',
    'catalogue/stored/store-card-facts',
    'comments/store-report-proofs',
    'catalogue/stored/prompt-renewals',
    'catalogue/set-picks',
    'catalogue/stored/store-similarity-bands',
    'catalogue/stored/store-prompt-change',
    'embeddings/embed-prompts',
    'examples/import-picture',
    'examples/renew-example-results',
    'examples/store-example-results',
    'showcase/store-worked-examples',
    'worksheet/save-value-set',
    'writing/undo-edits',
  ],
  'Deletes or removes prompts.': [
    'catalogue/erase-author',
    'catalogue/catalogue-retention',
    'catalogue/remove-prompts',
  ],
  'Counts, and returns no prompts.': [
    'comments/tally-queries',
    'comments/usage-summary-queries',
    'prompt-statistics/add-to-days',
    'prompt-statistics/close-days',
    'prompt-statistics/delete-days',
    'worksheet/copy-queries',
    'worksheet/count-copy',
  ],
  'A member’s own prompts, of every status.': ['writing/edit-prompt', 'writing/publish-drafts'],
  'Names a group’s prompts to those who answer for them.': ['approvals/ask-owners'],
  'Its caller has checked that the actor may see the prompt.': [
    'approvals/try-change',
    'change-requests/accept-change-request',
    'change-requests/request-test-queries',
    'change-requests/send-change-request',
    'group-transfer/import-collection',
    'group-transfer/import-plan',
  ],
  'Reads no title, description or content, only properties such as the author, the tags or the version.': [
    'catalogue/choose-slugs',
    'comments/lock-own-comment',
    'notifications/deliver-events',
    'notifications/event-receivers',
  ],
  'Its caller, or a file that it imports, adds the condition.': [
    'prompt-search/candidate-list-queries',
    'prompt-search/prompt-headlines',
    'moderation/report-queries',
  ],
}
const exceptionPaths = new Set(
  Object.values(exceptions)
    .flat()
    .map((name) => `src/features/${name.replace('/', '/server/')}.ts`),
)

const readPattern =
  /\$\{(?:cardSource|promptSource)\}|(?<!delete )\b(?:from|join)\s+prompts\b|(?:selectFrom|Join)\('prompts\b/
const conditionPattern = /^import \{[^}]*\} from '[^']*\/(?:prompt|change-request|approval|run)-visibility\.ts'/m

/**
 * Checks that a file that reads prompts imports a condition from prompt-visibility.ts or another file of conditions. src/server/pages/visibility.test.ts tests whether the conditions are right. Also reports exceptions that
 * aren't needed anymore.
 */
export function checkVisiblePrompts(files: Map<string, string>): Violation[] {
  return [...files].flatMap(([path, text]) => {
    if (!/^src\/features\/.*\/server\/.*(?<!\.test)\.ts$/.test(path) || path === definingFile) return []
    const offset = text.search(readPattern)
    const isMissing = offset !== -1 && !conditionPattern.test(text)
    if (isMissing !== exceptionPaths.has(path)) {
      const line = text.slice(0, Math.max(offset, 0)).split('\n').length
      return [{ path, line, rule, message: isMissing ? missingConditionMessage : needlessExceptionMessage }]
    }
    return []
  })
}

const missingConditionMessage =
  'This query also finds drafts and removed prompts. Add isPublished or isVisibleTo from prompt-visibility.ts, or add the file to the exceptions in scripts/structure/visible-prompts.ts with a reason.'
const needlessExceptionMessage =
  'This file has a visibility condition, or doesn’t read prompts. Remove it from the exceptions in scripts/structure/visible-prompts.ts.'
