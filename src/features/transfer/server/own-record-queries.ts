import { fileURLToPath } from 'node:url'
import { forkLicenseError } from '#features/catalogue/license-rules.ts'
import { readCategoryNames } from '#features/catalogue/server/category-queries.ts'
import { fullSetProblem, versionsMax } from '#features/catalogue/server/link-prompts.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import { createWorkProcess } from '#platform/work/work-process.ts'
import { createBoundedQueue } from '#platform/work/work-queue.ts'
import type { FileRecord, FileRecords, FileTask, SentFile } from './file-records.ts'
import {
  findNamed,
  findOrigins,
  findOwnByTags,
  findOwnCopies,
  findPublishedByOthers,
  type NamedPrompt,
  type OwnCopy,
  tagKeyOf,
} from './own-copy-queries.ts'

/** How many files may wait. Each takes up to seven seconds. */
const waitingMax = 8
/** How long reading a file may take, in ms. A file that takes longer is refused. */
const taskMs = 60_000

const program = fileURLToPath(new URL('./file-process.ts', import.meta.url))
const work = createWorkProcess<FileTask, FileRecords>({ program, tasksPerProcess: 50, taskMs })
const enqueue = createBoundedQueue({ concurrency: 1, waitingMax, refusal: tooManyError })

const unreadMessage = () => t('This file couldn’t be read: it may be too complicated. Split it, and send it in parts.')

/**
 * Reads a member's file in a separate process, because a hundred long prompts take longer than other requests may wait.
 * Throws AppError validation_failed (the file can't be split into rows, has too many rows, or takes too long),
 * overloaded.
 */
async function readFile(task: FileTask): Promise<Exclude<FileRecords, { problem: string }>> {
  const read = await enqueue(() => work(task)).catch((error) => {
    if (error instanceof AppError) throw error
    throw new AppError('validation_failed', unreadMessage(), { fields: { content: unreadMessage() }, cause: error })
  })
  if ('problem' in read) throw invalidField('content', read.problem)
  return read
}

function tooManyError(): AppError {
  return new AppError('overloaded', t('Many files are being imported at the moment. Try again in a few seconds.'), {
    retryAfter: 10,
  })
}

/** A record that can be imported. `known` is the member's prompt that it matches, if there is one. */
export type OwnRecord = FileRecord & {
  categoryId: string
  known: OwnCopy | null
  /** The prompt on this site of which the file says it is a translation. */
  original: NamedPrompt | null
  /** Whether one of its notes is a reason to check the prompt before publishing it. */
  isFlagged: boolean
}

/**
 * Reads a member's file. Each row is either refused with a reason, or accepted and compared with the member's own
 * prompts. `origins` has the prompts that those in the file may be forks of, by id. Throws AppError validation_failed
 * (the file can't be read), overloaded.
 */
export async function readOwnRecords(db: Db, member: Member, file: SentFile) {
  const { slugs, ids } = await readCategoryNames(db)
  const { records, refused } = await readFile({ memberId: member.id, file, categories: slugs })
  const copyOf = await findOwnCopies(
    db,
    member.id,
    records.map(({ record: { title }, importKey, contentHash }) => ({ title, importKey, contentHash })),
  )
  const origins = await findOrigins(
    db,
    member,
    records.flatMap(({ exported }) => exported?.forkOf ?? []),
  )
  const named = await findNamed(
    db,
    member,
    records.flatMap(({ translationOf }) => translationOf ?? []),
  )
  const slugsInFile = new Map(records.flatMap(({ exported, record }) => (exported ? [[exported.slug, record]] : [])))
  const alike = await findOwnByTags(
    db,
    member.id,
    records.map(({ record }) => record.tags),
  )
  const publishedTitleOf = await findPublishedByOthers(
    db,
    member.id,
    records.map(({ contentHash }) => contentHash),
  )
  const added = new Map<string, number>()
  const accepted = records.flatMap((item): OwnRecord[] => {
    const { record, importKey, contentHash, licence, line, file } = item
    const { title, category } = record
    const refuse = (reason: string) => {
      refused.push({ line, ...(file !== undefined && { file }), title, reason })
      return []
    }
    const categoryId = ids.get(category)
    if (categoryId === undefined)
      return refuse(t('There is no category “{slug}”. Choose one from the list.', { slug: category }))
    const known = copyOf({ title, importKey, contentHash })
    if (known) return [{ ...item, categoryId, known, original: null, isFlagged: false }]
    const origin = origins.get(item.exported?.forkOf ?? '')
    const refusal = origin && origin.userId !== member.id ? forkLicenseError(origin.licence, licence) : null
    if (refusal !== null) return refuse(refusal)
    const publishedTitle = publishedTitleOf(contentHash)
    const sameText =
      publishedTitle === undefined
        ? []
        : [t('Somebody else has published the same text: “{title}”.', { title: publishedTitle })]
    const warnings = [...sameText, ...item.warnings]
    const name = item.translationOf ?? ''
    const original = slugsInFile.has(name) ? null : (named.get(name) ?? null)
    const versions = 1 + (original?.versions ?? 0) + (added.get(name) ?? 0)
    if (original && original.language !== record.language) added.set(name, (added.get(name) ?? 0) + 1)
    const translation =
      original && versions >= versionsMax
        ? fullSetProblem(original.title)
        : translationNote(item, original ?? slugsInFile.get(name), alike)
    const notes = [...item.notes, ...(translation ? [translation] : []), ...warnings]
    return [{ ...item, categoryId, known, original, notes, isFlagged: warnings.length > 0 }]
  })
  return { accepted, refused: refused.sort((a, b) => a.line - b.line), origins }
}

/**
 * Says of which prompt a record is a translation: the one that its file names or, as a suggestion, an own prompt in another
 * language with the same tags.
 */
function translationNote(
  { record, translationOf }: FileRecord,
  original: { title: string; language: string } | undefined,
  alike: (NamedPrompt & { tags: string[] })[],
): string | null {
  if (translationOf !== null && (!original || original.language === record.language))
    return t('There is no prompt “{slug}” in another language of which it could be a translation.', {
      slug: translationOf,
    })
  if (original) return t('It is linked as a translation of “{title}”.', { title: original.title })
  const key = tagKeyOf(record.tags)
  const like = alike.find(({ language, tags }) => language !== record.language && tagKeyOf(tags) === key)
  return like
    ? t('It may be a translation of “{title}”, which has the same tags. You can link them when you edit it.', {
        title: like.title,
      })
    : null
}
