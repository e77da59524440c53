import { sql } from 'kysely'
import { lockPrompts } from '#features/catalogue/server/lock-prompts.ts'
import { siteAccountId } from '#platform/actor.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { insertExample } from './add-example.ts'
import type { ExamplesContext } from './examples-context.ts'
import { storeExampleResults } from './store-example-results.ts'
import { createEncoder, storePicture } from './upload-picture.ts'

/** A picture of an imported file: the bytes of its own file, and what the imported file says about it. */
export type ImportedPicture = {
  bytes: Uint8Array
  alt: string
  /** Empty if the file names none. */
  model: string
  /** A day as YYYY-MM-DD, or null if the file names none. */
  madeOn: string | null
  /** The address from which the picture was fetched, or null. */
  source: string | null
}

/** SQL that tells whether the owner of a prompt (`p`) has added a picture to it, even if it was removed since. */
export const hasOwnPicture = sql<boolean>`exists (
  select from examples e where e.prompt_id = p.id and e.user_id = p.user_id and e.text is null)`

/**
 * Finds those imported prompts of the site account, by import key, that have no picture of its own yet. Returns their ids
 * by key in hexadecimal.
 */
export async function findWithoutPicture(db: Db, importKeys: Buffer[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; key: string }>`
    select p.id, encode(p.import_key, 'hex') as key from prompts p
    where p.import_key = any(${importKeys}) and p.user_id = ${siteAccountId} and not ${hasOwnPicture}`.execute(db)
  return new Map(rows.map(({ id, key }) => [key, id]))
}

/**
 * Creates a function that adds a picture to an imported prompt of the site account (id), as an example that is public at
 * once. Adds nothing if the prompt has got one meanwhile. The function throws AppError validation_failed (the picture is
 * refused), overloaded.
 */
export function createPictureImport(context: Pick<ExamplesContext, 'db' | 'now' | 'store'>) {
  const encode = createEncoder()
  return async (promptId: string, { bytes, alt, ...picture }: ImportedPicture): Promise<void> => {
    const { id } = await storePicture(context, siteAccountId, await encode(bytes), async () => undefined)
    await inTransaction(context.db, async (tx) => {
      await lockPrompts(tx, [promptId])
      const { rows } = await sql`select from prompts p where p.id = ${promptId} and not ${hasOwnPicture}`.execute(tx)
      if (rows.length === 0) return
      const draft = { ...picture, settings: '', pictures: [{ id, alt }] }
      await insertExample(tx, { id: siteAccountId }, promptId, draft, { status: 'published', now: context.now() })
      await storeExampleResults(tx, [promptId])
      await recordContentChange(tx, [promptId])
    })
  }
}
