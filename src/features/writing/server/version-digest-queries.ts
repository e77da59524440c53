import { versionDigest } from '#features/catalogue/server/prompt-versions.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/db.ts'
import { notFound } from '#platform/errors.ts'
import type { PromptVersion, VersionDigest } from '../contract.ts'
import { listVersions } from './prompt-version-queries.ts'

/**
 * Returns the digests (SHA-256) of a version of a prompt (id or slug) and of the prompt's newest version. Ignores
 * versions that the actor may not see. Throws AppError not_found.
 */
export async function getVersionDigest(
  db: Db,
  actor: Actor,
  idOrSlug: string,
  version: number,
): Promise<VersionDigest> {
  const [newest] = await listVersions(db, actor, idOrSlug, { limit: 1 })
  const [requested] = await listVersions(db, actor, idOrSlug, { limit: 1, before: version + 1 })
  if (!newest || requested?.version !== version) throw notFound('This version')
  const digest = digestOf(requested)
  const newestDigest = digestOf(newest)
  return { ...digest, newest: newestDigest, isNewest: digest.sha256 === newestDigest.sha256 }
}

function digestOf(version: PromptVersion) {
  return { version: version.version, sha256: versionDigest(version) }
}
