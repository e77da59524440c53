import type { OnPublished } from '#features/catalogue/server/insert-prompts.ts'
import { recordEvent } from './record-event.ts'

/** Records the prompts and versions that a transaction publishes. Skips imported and restored prompts (no `news`). */
export const recordPublished: OnPublished = async (tx, prompts) => {
  for (const { id, userId, news } of prompts) {
    if (news === null) continue
    const { kind, by, at } = news
    const actorId = kind === 'prompt-new' ? userId : by
    await recordEvent(tx, { kind, subjectId: id, actorId, promptId: id, now: at })
  }
}
