import { createHash } from 'node:crypto'
import { createLruCache } from '#platform/lru-cache.ts'
import type { Picture, VersionedPrompt } from '../../contract.ts'
import { excerptOf, excerptVersion } from '../../excerpt-rules.ts'
import { findFindings } from '../../finding-rules.ts'
import { findHiddenCharacters } from '../../hidden-character-rules.ts'
import { isAlarm } from '../../paper-rules.ts'
import { pictureOf } from '../../picture-rules.ts'
import { versionColumns, versionDigest } from '../prompt-versions.ts'
import { searchVectors, searchVersion } from './search-vectors.ts'

/**
 * Returns the columns of a prompt that follow from its words alone. Whatever scans a whole text is computed here, when
 * the text is written, and reads use the columns. `prompt-renewals.ts` and `prompt-renewals.ts` recompute them when
 * the rules change.
 */
export function storedFacts(prompt: Parameters<typeof versionColumns>[0] & Parameters<typeof searchVectors>[0]) {
  const { head, text } = searchVectors(prompt)
  return {
    ...versionColumns(prompt),
    ...contentFacts(prompt),
    excerptVersion,
    contentHash: hashText(prompt.content),
    searchHead: head,
    searchText: text,
    searchVersion,
  }
}

/** Returns the columns that `excerptRenewal` recomputes. */
export function contentFacts(prompt: Parameters<typeof findFindings>[0]) {
  const { excerpt, hiddenCharacters, findings } = factsOfText(prompt)
  return {
    excerpt,
    hiddenCharacters: JSON.stringify(hiddenCharacters),
    findings: JSON.stringify(findings),
    alarms: findings.filter(isAlarm).length,
  }
}

/** Returns what a prompt's page says about its text. */
export function factsOfText(prompt: Parameters<typeof findFindings>[0]) {
  return {
    excerpt: excerptOf(prompt.content),
    hiddenCharacters: findHiddenCharacters(prompt.content),
    findings: findFindings(prompt),
  }
}

type VersionFacts = ReturnType<typeof factsOfText> & { picture: Picture | null }
const versionFacts = createLruCache<VersionFacts>({ max: 500 })

/**
 * Returns what a prompt's page says about the text of a version; `picture` holds for image prompts. Only those of the newest version are stored, so those
 * of others are kept in memory: a long text takes up to 0.1 s.
 */
export function factsOfVersion(version: VersionedPrompt): VersionFacts {
  const key = versionDigest(version)
  const facts = versionFacts.get(key) ?? {
    ...factsOfText(version),
    picture: pictureOf(version.title, version.content),
  }
  versionFacts.set(key, facts)
  return facts
}

/** Returns the SHA-256 of a prompt's text, without its title. */
export function hashText(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
