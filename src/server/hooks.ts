import type { OnPublished } from '#features/catalogue/server/insert-prompts.ts'
import { learnWords } from '#features/search/server/learn-words.ts'
import type { OnToolsAdded } from '#features/tools/server/insert-tools.ts'

/** Hooks that lower features offer and higher ones fill, for the server and the command line alike. */
export const hooks: { onPublished: OnPublished; onToolsAdded: OnToolsAdded } = {
  onPublished: learnWords,
  onToolsAdded: learnWords,
}
