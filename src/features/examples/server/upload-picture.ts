import { createHash, randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { t } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { LimitRule } from '#platform/limits.ts'
import { readAtMost } from '#platform/read-at-most.ts'
import { createWorkProcess } from '#platform/work/work-process.ts'
import { createBoundedQueue, createKeyedQueue } from '#platform/work/work-queue.ts'
import type { UploadedPicture } from '../contract.ts'
import { pictureFiles, pictureLimits, pictureQuota } from '../rules.ts'
import type { ExamplesContext } from './examples-context.ts'
import { privateSrc } from './picture-addresses.ts'
import type { EncodingResult } from './sharp.ts'

const daySeconds = 86_400
const picturesPerDay: LimitRule = { name: 'picture', points: pictureQuota.picturesDay, seconds: daySeconds }
const kilobytesPerDay: LimitRule = {
  name: 'picture-kb',
  points: pictureQuota.megabytesDay * 1_000,
  seconds: daySeconds,
}

/** How many uploads a process holds in memory, and how many more wait. */
const [concurrentUploads, uploadsWaiting] = [4, 8]
/** How long encoding may take, in ms. A picture that takes longer is refused. */
const encodeMs = 60_000

type Encoding = Exclude<EncodingResult, { refusal: string }>
/** Checks and encodes a picture. */
export type EncodePicture = (bytes: Uint8Array) => Promise<Encoding>

/**
 * Creates a function that checks and encodes pictures, one at a time, in a separate process. The function throws AppError
 * validation_failed or overloaded.
 */
export function createEncoder(): EncodePicture {
  const program = fileURLToPath(new URL('./picture-process.ts', import.meta.url))
  const encode = createWorkProcess<Uint8Array, EncodingResult>({ program, tasksPerProcess: 50, taskMs: encodeMs })
  const enqueue = createBoundedQueue({ concurrency: 1, waitingMax: concurrentUploads, refusal: tooManyError })
  return async (bytes) => {
    const encoding = await enqueue(() => encode(bytes)).catch((error) => {
      if (error instanceof AppError) throw error
      throw new AppError('validation_failed', unprocessedMessage(), {
        fields: { picture: unprocessedMessage() },
        cause: error,
      })
    })
    if ('refusal' in encoding) throw invalidField('picture', encoding.refusal)
    return encoding
  }
}

/**
 * Stores a picture for a user, which no example uses yet. The row is inserted before the files are written: if the
 * process dies, the row leads to the files to remove. `check` runs in the row's transaction with the size of all files,
 * in bytes. Throws AppError conflict (the account has been deleted), overloaded, or an error of `check`.
 */
export async function storePicture(
  { db, now, store }: Pick<ExamplesContext, 'db' | 'now' | 'store'>,
  userId: string,
  { width, height, files }: Encoding,
  check: (tx: Tx, bytes: number) => Promise<void>,
): Promise<{ id: string; key: string; width: number; height: number }> {
  const bytes = pictureFiles.reduce((sum, file) => sum + files[file].length, 0)
  const picture = { id: newId(), key: newKey(pictureFiles.map((file) => files[file])), width, height }
  await inTransaction(db, async (tx) => {
    await check(tx, bytes)
    await tx
      .insertInto('examplePictures')
      .values({ ...picture, userId, exampleId: null, bytes, createdAt: now() })
      .execute()
  })
  try {
    await store.write(picture.key, files)
  } catch (error) {
    await db.deleteFrom('examplePictures').where('id', '=', picture.id).execute()
    throw error
  }
  const markStored = db.updateTable('examplePictures').set({ stored: true }).where('id', '=', picture.id)
  const { numUpdatedRows } = await markStored.executeTakeFirst()
  // The account has been deleted in the meantime. A job removes the files.
  if (numUpdatedRows === 0n) throw new AppError('conflict', t('Your account has changed. Sign in again.'))
  return picture
}

/**
 * Creates the function that handles uploads, which are limited in number and size. The function throws AppError
 * validation_failed, body_too_large, overloaded, conflict (the member stores too much, or their account has been
 * deleted), rate_limited, forbidden (EXAMPLES is off), or an error of `lockWriter`.
 */
export function createUploads(context: ExamplesContext, encode: EncodePicture) {
  const { limits, isOpen } = context
  const uploadQueue = createBoundedQueue({
    concurrency: concurrentUploads,
    waitingMax: uploadsWaiting,
    refusal: tooManyError,
  })
  // A member's uploads run one after the other, because endless uploads by one member must not block other members.
  const runInTurn = createKeyedQueue()

  return async function upload(
    member: Member,
    { length, body }: { length: number; body: ReadableStream<Uint8Array> | null },
  ): Promise<UploadedPicture> {
    if (!isOpen) throw examplesClosedError()
    refuseLarge(length)
    await limits.take(picturesPerDay, member.id)
    const storeUpload = async () => {
      const bytes = await readUpload(body)
      await limits.take(kilobytesPerDay, member.id, Math.ceil(bytes.length / 1_000))
      const { id, key, width, height } = await storePicture(context, member.id, await encode(bytes), (tx, size) =>
        refuseTooMuch(tx, member, size),
      )
      return { id, src: privateSrc(key), width, height }
    }
    return runInTurn(member.id, () => uploadQueue(storeUpload))
  }
}

/** Creates the error for a site where members can't add examples. */
export function examplesClosedError(): AppError {
  return new AppError('forbidden', t('This site isn’t accepting examples at the moment.'))
}

/** Throws AppError body_too_large if the stated length of a body is over the limit. */
export function refuseLarge(length: number): void {
  if (length > pictureLimits.bytesMax) throw tooLargeError()
}

/** Reads a body up to the limit. Throws AppError body_too_large, validation_failed (the body is empty). */
export async function readUpload(body: ReadableStream<Uint8Array> | null): Promise<Buffer> {
  const bytes = await readAtMost(body, pictureLimits.bytesMax, tooLargeError)
  if (bytes.length === 0) throw invalidField('picture', t('Choose a picture.'))
  return bytes
}

/** Creates a key that can't be guessed, from a hash of the files and random characters. */
function newKey(files: Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const bytes of files) hash.update(bytes)
  return `${cutText(hash.digest('hex'), 16)}${randomBytes(12).toString('hex')}`
}

/** Throws AppError conflict if the member would store too much with another picture of this size in bytes. */
async function refuseTooMuch(tx: Tx, member: Member, bytes: number): Promise<void> {
  await lockWriter(tx, member)
  const usage = await tx
    .selectFrom('examplePictures')
    .where('userId', '=', member.id)
    .select((eb) => [
      eb.fn.countAll<number>().as('pictures'),
      eb.fn.coalesce(eb.fn.sum<number>('bytes'), eb.lit(0)).as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  const { picturesAll, bytesAll } = pictureQuota
  if (usage.pictures < picturesAll && Number(usage.bytes) + bytes <= bytesAll) return
  throw new AppError(
    'conflict',
    t('You can store up to {picturesAll} pictures and {value} MB. Delete some of your examples first.', {
      picturesAll,
      value: bytesAll / 1e6,
    }),
  )
}

/** The refusal of a picture that takes too much time or memory, or ends the process. */
const unprocessedMessage = () => t('The picture can’t be processed. Make it smaller, or try again later.')

function tooLargeError(): AppError {
  return new AppError(
    'body_too_large',
    t('The picture is larger than {value} MB. Make it smaller first.', { value: pictureLimits.bytesMax / 1e6 }),
  )
}

function tooManyError(): AppError {
  return new AppError('overloaded', t('Many pictures are being uploaded at the moment. Try again in a few seconds.'), {
    retryAfter: 5,
  })
}
