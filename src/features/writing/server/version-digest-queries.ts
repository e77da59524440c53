import { versionDigest } from '#features/catalogue/server/prompt-versions.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { PromptVersion, VersionDigest } from '../contract.ts'
import { listVersions } from './prompt-version-queries.ts'

/**
 * The digest of a version that the actor may see, and that of the newest one. `idOrSlug` names the prompt. AppError
 * not_found.
 */
export async function getVersionDigest(
  db: Db,
  actor: Actor,
  idOrSlug: string,
  version: number,
): Promise<VersionDigest> {
  const [newest] = await listVersions(db, actor, idOrSlug, { limit: 1 })
  const [wanted] = await listVersions(db, actor, idOrSlug, { limit: 1, before: version + 1 })
  if (!newest || wanted?.version !== version) throw notFound('This version')
  const own = digestOf(wanted)
  const last = digestOf(newest)
  return { ...own, newest: last, isNewest: own.sha256 === last.sha256 }
}

function digestOf(version: PromptVersion) {
  return { version: version.version, sha256: versionDigest(version) }
}
