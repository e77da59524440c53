import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract'
import { scopeDescriptions } from '#features/tokens/rules.ts'
import { storeToken } from '#features/tokens/server/create-token.ts'
import { type TokenScope, tokenScopes } from '#lib/http-contract.ts'
import { inTransaction } from '#platform/database/db.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'

type Endpoint = { method: string; path: string; tags: string[]; security?: { session?: string[]; token?: string[] }[] }

/**
 * The restricted endpoints that a token may use, by scope. All other restricted endpoints require a session. Add an
 * endpoint only for a good reason.
 */
const allowed: Record<TokenScope, string[]> = {
  read: [
    'listDependentPrompts',
    'listEndedModels',
    'countNotifications',
    'exportGroup',
    'exportOwnPrompts',
    'getApproval',
    'getChangeRequest',
    'getCreditSummary',
    'getCredits',
    'getGroup',
    'getOversight',
    'getNotificationSettings',
    'getOwnUser',
    'getProfile',
    'getStatistics',
    'getStatisticsFile',
    'listApprovals',
    'listBlocks',
    'listChangeRequests',
    'listComparisons',
    'listCreditHistory',
    'listDueReviews',
    'listFavoriteStates',
    'listFavorites',
    'listFollowStates',
    'listFollows',
    'listGenerations',
    'listGroupCollections',
    'listGroupMembers',
    'listLabelMoves',
    'listNotifications',
    'listOverdueReviews',
    'listOwnCollections',
    'listOwnExamples',
    'listOwnGroups',
    'listOwnPrompts',
    'listOwnReads',
    'listOwnVotes',
    'listPromptChangeRequests',
    'listSideResults',
    'listValueSets',
    'tryTestCase',
  ],
  write: [
    'acceptChangeRequest',
    'acceptTestCase',
    'addCollectionItem',
    'addTestCase',
    'approve',
    'askForChanges',
    'changeCollectionItem',
    'changeComparison',
    'changeTestCase',
    'changeValueSet',
    'checkPrompt',
    'commentOnApproval',
    'createChangeRequest',
    'createCollection',
    'createPrompt',
    'declineChangeRequest',
    'deleteCollection',
    'deleteComparison',
    'deleteGeneration',
    'deletePrompt',
    'deleteTestCase',
    'deleteValueSet',
    'editCollection',
    'editPrompt',
    'follow',
    'forkCollection',
    'importOwnPrompts',
    'markNotification',
    'markNotificationsRead',
    'moveCollectionItem',
    'moveLabel',
    'pasteAnswer',
    'removeCollectionItem',
    'removeLabel',
    'linkTranslation',
    'unlinkTranslation',
    'publishComparison',
    'publishDrafts',
    'restorePrompt',
    'returnApproval',
    'reviseApproval',
    'reviseChangeRequest',
    'savePrompt',
    'saveValueSet',
    'sendForApproval',
    'shareComparison',
    'unfollow',
    'unsavePrompt',
    'withdrawApproval',
    'withdrawChangeRequest',
  ],
  run: ['compareModels', 'generatePrompt', 'runRequestTests', 'runTests', 'stopAnswer'],
}

/** What the descriptions of the scopes call the endpoints of a tag. */
const describedAs: Record<string, string> = {
  Accounts: 'email address',
  Writing: 'prompts',
  Prompts: 'values',
  Examples: 'examples',
  Votes: 'votes',
  Favorites: 'save',
  Following: 'follow',
  Blocks: 'blocks',
  Notifications: 'notifications',
  Collections: 'collections',
  'Suggested edits': 'suggested',
  Approvals: 'approval',
  People: 'profile',
  Credits: 'credits',
  Generator: 'generat',
  Comparisons: 'comparisons',
  Tests: 'test',
  Statistics: 'statistics',
}

let testSite: TestSite
const tokens = new Map<string, string>()
beforeAll(async () => {
  testSite = await createTestSite()
  const userId = await testSite.addUser('Owner', 'admin')
  for (const scopes of [...tokenScopes.map((scope) => [scope]), [...tokenScopes]]) {
    const draft = { name: 'x', scopes, expiresInDays: 90, dailyCredits: 0 }
    const { token } = await inTransaction(testSite.db, (tx) =>
      storeToken(tx, memberOf(userId), { userId, draft, now: testSite.now() }),
    )
    tokens.set(scopes.join(), token)
  }
})
afterAll(() => testSite.close())

const endpoints = Object.entries(contract as Record<string, Endpoint>)
const scopeOf = (name: string) => tokenScopes.find((scope) => allowed[scope].includes(name))
/** This test site has payments turned off, so their endpoints are closed to everybody. */
const isOpen = ([, { path }]: [string, Endpoint]) => !/^\/api\/(subscription|create-payment-intent|webhooks)/.test(path)

/** Sends a request with an invalid id and an invalid body, so that it changes nothing even if the token is accepted. */
async function send({ method, path }: Endpoint, token: string) {
  const response = await testSite.app.request(path.replace(/\{\w+\}/g, 'not~an~id'), {
    method: method.toUpperCase(),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: method === 'get' ? undefined : '{"',
  })
  const body = response.status === 204 ? '' : await response.text()
  return {
    status: response.status,
    refusal: /API tokens can’t|doesn’t have the scope/.exec(body)?.[0] ?? null,
    response,
  }
}

describe('an API token', () => {
  it.each(endpoints.filter(isOpen))('can use %s only as its scopes allow', async (name, endpoint) => {
    const needed = scopeOf(name)
    const isPublicRead = !endpoint.security && endpoint.method === 'get'
    for (const [scopes, token] of tokens) {
      const { status, refusal, response } = await send(endpoint, token)
      const expected = isPublicRead
        ? null
        : needed === undefined
          ? 'API tokens can’t'
          : scopes.split(',').includes(needed)
            ? null
            : 'doesn’t have the scope'
      expect({ name, scopes, refusal }).toEqual({ name, scopes, refusal: expected })
      expect(status === 403).toBe(expected !== null)
      expect(status).toBeLessThan(500)
      if (refusal === 'doesn’t have the scope')
        expect(response.headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${needed}"`)
    }
  })

  it('is documented in OpenAPI for exactly the operations that accept it, with the scope that each of them requires', async () => {
    const { paths, components } = await (await testSite.app.request('/api/openapi.json')).json()
    expect(components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' })
    for (const [name, { method, path }] of endpoints.filter(isOpen)) {
      const security: { token?: string[] }[] = paths[path][method].security ?? []
      const scope = scopeOf(name)
      expect([name, security.flatMap(({ token }) => token ?? [])]).toEqual([name, scope ? [scope] : []])
    }
  })

  it.each(tokenScopes)('with the scope %s may do nothing that the description of the scope leaves out', (scope) => {
    for (const [name, { tags }] of endpoints) {
      // Trying a test case changes nothing and reads only the prompt, so no description mentions it.
      if (scopeOf(name) !== scope || name === 'tryTestCase') continue
      const word = tags.map((tag) => describedAs[tag]).join()
      expect([name, scopeDescriptions[scope].toLowerCase()]).toEqual([name, expect.stringContaining(word)])
    }
  })

  it('is ignored outside the contract', async () => {
    const token = tokens.get(tokenScopes.join()) ?? ''
    const headers = { authorization: `Bearer ${token}` }
    expect((await testSite.app.request('/api/user/credits/history.csv', { headers })).status).toBe(401)
    expect((await testSite.app.request('/api/nothing', { headers, method: 'POST' })).status).toBe(404)
  })

  it('doesn’t bypass the check for foreign origins', async () => {
    const headers = { authorization: `Bearer ${tokens.get('write')}`, origin: 'https://evil.example' }
    const response = await testSite.app.request('/api/favorites', { method: 'POST', headers })
    expect((await response.json()).code).toBe('csrf_rejected')
  })
})
