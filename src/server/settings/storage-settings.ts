import { z } from 'zod'
import { findReservedParameter } from '#platform/database/session-settings.ts'
import { isRecipient } from '../database/backup/encryption.ts'
import { about, bucketAddress, onOrOff } from './setting-kinds.ts'

const databaseUrlError =
  'must look like postgres://user:password@host:5432/name; in the password, write % as %25, @ as %40, / as %2F, : as %3A, ? as %3F and # as %23'

const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: databaseUrlError })
  // With a slash in the password, everything after it is read as the path, and part of the password as the host.
  .refine((url) => !URL.canParse(url) || !new URL(url).pathname.includes('@'), databaseUrlError)
  .superRefine((url, context) => {
    const name = URL.canParse(url) ? findReservedParameter(url) : null
    if (name) context.addIssue({ code: 'custom', message: `must not set ${name}: Promptarium sets it itself` })
  })

/** Each process opens up to eleven connections to each replica. */
const replicasMax = 16

/** The settings of the database, its first content, its backups and the data folder. */
export const databaseSettings = {
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .meta(
      about(
        'The folder with the embedded database, members’ pictures (`pictures`) and, without `SMTP_URL`, emails (`outbox`). You may',
        'delete share images (`share`, up to 256 MB), the dump of all prompts (`dump`) and compiled code (`compiled`) in it.',
      ),
    ),
  DATABASE_URL: databaseUrl
    .optional()
    .meta(
      about(
        'A PostgreSQL database, version 15 or newer, to use instead of the embedded one:',
        '`postgres://user:password@host:5432/name`.',
      ),
    ),
  DATABASE_DIRECT_URL: databaseUrl
    .optional()
    .meta(
      about(
        'The address of the same database without a pooler, for migrations, `backup` and `restore`. Needed if `DATABASE_URL`',
        'is the address of a pooler such as PgBouncer. See [scale.md](operations/scale.md#a-pooler).',
      ),
    ),
  BACKUP_FOLDER: z
    .string()
    .min(1)
    .optional()
    .meta(
      about(
        'The folder for nightly backups, made at 02:30 UTC. If `BACKUP_BUCKET` is unset too, none are made.',
        'See [backup.md](operations/backup.md#backup).',
      ),
    ),
  BACKUP_BUCKET: bucketAddress
    .optional()
    .meta(
      about(
        'The bucket for nightly backups, at Amazon S3 or a compatible service, in addition to `BACKUP_FOLDER` or instead of it.',
        'Its form is that of `S3_BUCKET`, and its key may also list objects. Use a different bucket from the one for pictures.',
        'Nightly backups are deleted after 14 days, except the newest.',
      ),
    ),
  BACKUP_RECIPIENT: z
    .string()
    .refine(isRecipient, 'must be a public key of the program age, copied exactly: age1 and 58 more characters')
    .optional()
    .meta(about('A public key of the program age (`age1…`), to encrypt nightly backups.')),
  DATABASE_REPLICA_URLS: z
    .string()
    // The hosts of one address may be separated by commas as well.
    .transform((list) => list.split(/,(?=\s*postgres(?:ql)?:)/).map((url) => url.trim()))
    .pipe(z.array(databaseUrl).max(replicasMax))
    .optional()
    .meta(
      about(
        'Standbys of the same database for reading, separated by commas: pages, lists, search, feeds, and what members read of',
        'their own. What they return is at most five seconds old, and never older than the reader’s own last write; if none is',
        'that far, the primary is used. A standby can’t be behind a pooler. See [scale.md](operations/scale.md#replicas).',
      ),
    ),
  STARTER: onOrOff('on').meta(
    about(
      'Whether the first start loads the prompts, tools and collections of `db/starter/` into a site that has no members,',
      'prompts or tools.',
    ),
  ),
}

/** The settings of the bucket for members' pictures. */
export const bucketSettings = {
  S3_BUCKET: bucketAddress
    .optional()
    .meta(
      about(
        'The bucket for members’ pictures, if they aren’t to be in `DATA_DIR`: `https://KEY:SECRET@host/bucket?region=…` at Amazon S3 or a',
        'compatible service, with / in the secret as %2F. Or just a name at Amazon S3: the AWS SDK then looks for region and',
        'keys in its usual places, such as `AWS_REGION`. The key may read, write and delete objects.',
        'See [start.md](operations/start.md#pictures).',
      ),
    ),
}
