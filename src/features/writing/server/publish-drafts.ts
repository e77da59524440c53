import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import type { WriteContext } from '#features/catalogue/server/stored/store-prompt-change.ts'
import { type Actor, type Member, requireMember } from '#platform/actor.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { PublishedDrafts } from '../contract.ts'
import { hasWarnings } from '../warning-rules.ts'
import { findWarnings } from './check-prompt.ts'
import { changePrompt } from './edit-prompt.ts'
import { draftsPerMember } from './writing-limits.ts'

/** How many drafts a request publishes at most. Each requires a search for near-duplicates and a transaction. */
const draftsMax = 25

type Draft = {
  id: string
  slug: string
  title: string
  description: string
  content: string
  forkOf: string | null
  version: number
}

/**
 * Publishes the member's next drafts, starting after the id `after`, except those with warnings (`check-prompt.ts`),
 * each in its own transaction. A repeated request publishes nothing twice. Throws AppError authentication_required,
 * forbidden, or rate_limited.
 */
export async function publishDrafts(
  db: Db,
  actor: Actor,
  after: string | undefined,
  context: WriteContext,
): Promise<PublishedDrafts> {
  const member = requireMember(actor)
  const drafts = await listDrafts(db, member, after)
  if (drafts.length > 0) await context.limits.take(draftsPerMember, member.id, drafts.length)
  const result: PublishedDrafts = { published: 0, pending: 0, kept: [], next: null }
  for (const draft of drafts) {
    const { id, slug, title, forkOf } = draft
    const check = await findWarnings(db, { ...draft, except: [id, ...(forkOf ? [forkOf] : [])] })
    const isWarned = hasWarnings(check)
    const outcome = isWarned ? 'kept' : await publish(db, member, draft, context)
    if (outcome === 'kept') result.kept.push({ id, slug, title, check: isWarned ? check : null })
    else if (outcome !== 'gone') result[outcome]++
  }
  if (drafts.length === draftsMax) result.next = drafts.at(-1)?.id ?? null
  return result
}

function listDrafts(db: Db, { id }: Member, after: string | undefined): Promise<Draft[]> {
  const drafts = db
    .selectFrom('prompts')
    .select(['id', 'slug', 'title', 'description', 'content', 'forkOf', 'version'])
    .where('userId', '=', id)
    .where('status', '=', 'draft')
    .where('groupId', 'is', null)
    .orderBy('id')
    .limit(draftsMax)
  return (after === undefined ? drafts : drafts.where('id', '>', after)).execute()
}

/**
 * Publishes a draft and returns what became of it: `kept` if it stays a draft, because it has been changed since it was
 * read; `gone` if it is no longer a draft, because another request published or deleted it.
 */
async function publish(
  db: Db,
  member: Member,
  { id, version }: Draft,
  context: WriteContext,
): Promise<'published' | 'pending' | 'kept' | 'gone'> {
  const detectLanguage = await loadLanguageDetector()
  try {
    return await inTransaction(db, async (tx) => {
      await lockWriter(tx, member)
      const stored = await tx.selectFrom('prompts').select('status').where('id', '=', id).executeTakeFirst()
      if (stored?.status !== 'draft') return 'gone'
      await changePrompt(tx, member, { idOrSlug: id, edit: { status: 'published', version }, detectLanguage }, context)
      const { status } = await tx.selectFrom('prompts').select('status').where('id', '=', id).executeTakeFirstOrThrow()
      return status === 'pending' ? 'pending' : 'published'
    })
  } catch (error) {
    if (error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found')) return 'kept'
    throw error
  }
}
