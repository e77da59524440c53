import { collectionRateLimit } from '#features/collections/rules.ts'
import { commentsPerMember } from '#features/comments/server/comment-limits.ts'
import { saveRateLimit } from '#features/favorites/rules.ts'
import { runStartLimit } from '#features/prompt-tests/rules.ts'
import type { Reference } from '#features/reference/contract.ts'
import { dumpsPerNetwork } from '#features/site/server/dump-routes.ts'
import {
  exportsPerMember,
  importedPromptsPerMember,
  importsPerMember,
} from '#features/transfer/server/transfer-limits.ts'
import { voteLimit } from '#features/votes/rules.ts'
import { changesPerMember, creationsPerMember } from '#features/writing/server/writing-limits.ts'
import { formatNumber } from '#lib/numbers.ts'
import type { LimitRule } from '#platform/limits.ts'
import { requestsPerToken, requestsPerWindow, windowMs } from './request-limit.ts'

const periods: Record<number, string> = { 60: 'a minute', 3600: 'an hour', 86400: 'a day' }

/** Describes the rate limits that other programs meet first, for the API's reference. */
export function describeLimits(): Reference['limits'] {
  const rules: [what: string, rule: Pick<LimitRule, 'points' | 'seconds'>][] = [
    ['All requests with one token', { points: requestsPerToken, seconds: windowMs / 1000 }],
    ['All requests from one network', { points: requestsPerWindow, seconds: windowMs / 1000 }],
    ['New prompts', creationsPerMember],
    ['Changes of prompts', changesPerMember],
    ['Imports', importsPerMember],
    ['Imported prompts', importedPromptsPerMember],
    ['Exports of your prompts', exportsPerMember],
    ['Votes', voteLimit],
    ['Saved prompts', saveRateLimit],
    ['Changes of collections', collectionRateLimit],
    ['Comments', commentsPerMember],
    ['Runs of tests', runStartLimit],
    ['Downloads of all prompts from one network', dumpsPerNetwork],
  ]
  return rules.map(([what, { points, seconds }]) => ({
    what,
    limit: `${formatNumber(points)} ${periods[seconds] ?? `in ${formatNumber(seconds)} seconds`}`,
  }))
}
