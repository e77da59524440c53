import type { Credential } from '#features/accounts/server/account-credentials.ts'
import { deleteLinks } from '#features/accounts/server/one-time-links.ts'
import { endSessions } from '#features/accounts/server/sessions/end-session.ts'
import { removeConnectionsOnReset } from '#features/connections/server/connect-account.ts'
import type { OauthSettings } from '#features/connections/server/oauth-settings.ts'
import { endPrivateFeed } from '#features/notifications/server/private-feed.ts'
import { endGrantsOf } from '#features/oauth/server/end-grants.ts'
import { removePasskeysOnReset } from '#features/passkeys/server/remove-passkey.ts'
import { removeFactorOnReset } from '#features/second-factor/server/switch-factor-off.ts'
import { endSkillAddress } from '#features/skills/server/skill-address.ts'
import { revokeTokensOf } from '#features/tokens/server/revoke-token.ts'
import type { Tx } from '#platform/database/db.ts'

const bannedMayNotUse = 'it works again after the ban, and until then whoever uses it is refused'

/**
 * Everything that lets somebody sign in as a user, act for them, or read what only they may read. Password changes and
 * resets, and bans, end credentials by this table. `credentials.test.ts` compares it with the database, the export, the
 * settings page and docs/security.md, and refuses a column with a secret that isn't here.
 */
export function credentialsOf(oauth: OauthSettings): readonly Credential[] {
  return [
    {
      name: 'Sessions',
      feature: 'accounts',
      secrets: ['sessions.token_hash'],
      at: {
        reset: (tx, userId) => silently(endSessions(tx, userId)),
        change: (tx, userId, { sessionId }) => silently(endSessions(tx, userId, sessionId)),
        ban: (tx, userId) => silently(endSessions(tx, userId)),
      },
      exported: { part: 'sessions' },
      settings: { file: 'src/features/accounts/web/session-list.tsx' },
    },
    {
      name: 'Password',
      feature: 'accounts',
      secrets: ['passwords.hash'],
      at: { reset: 'the reset replaces it', change: 'the change replaces it', ban: bannedMayNotUse },
      exported: 'a hash, which only helps an attacker',
      settings: { file: 'src/features/accounts/web/password-form.tsx' },
    },
    {
      name: 'Links to a new password, and tickets between password and code',
      feature: 'accounts',
      secrets: ['account_tokens.token_hash'],
      at: { reset: deleteSignInLinks, change: deleteSignInLinks, ban: deleteSignInLinks },
      exported: 'they work once, for minutes or a day',
      settings: 'they end by themselves',
    },
    {
      name: 'Passkeys',
      feature: 'passkeys',
      secrets: ['passkeys.credential_id', 'passkeys.public_key', 'passkey_challenges.challenge_hash'],
      at: {
        reset: (tx, userId, { scope }) => removePasskeysOnReset(tx, userId, scope),
        change: 'the settings page lists them by name, and adding one takes the password',
        ban: bannedMayNotUse,
      },
      exported: { part: 'passkeys' },
      settings: { file: 'src/features/passkeys/web/passkeys-section.tsx' },
    },
    {
      name: 'Connected accounts',
      feature: 'connections',
      // Their secrets are the other site's.
      secrets: [],
      at: {
        reset: (tx, userId, { scope }) => removeConnectionsOnReset(tx, userId, scope, oauth),
        change: 'the settings page lists them by name, and an email reports each new one',
        ban: bannedMayNotUse,
      },
      exported: { part: 'connections' },
      settings: { file: 'src/features/connections/web/connections-section.tsx' },
    },
    {
      name: 'Second factor',
      feature: 'second-factor',
      secrets: ['authenticators.sealed_secret', 'recovery_codes.code_hash'],
      at: {
        reset: (tx, userId, { scope }) => removeFactorOnReset(tx, userId, scope),
        change: 'it protects the new password too',
        ban: bannedMayNotUse,
      },
      exported: { part: 'secondFactor' },
      settings: { file: 'src/features/second-factor/web/second-factor-section.tsx' },
    },
    {
      name: 'API tokens',
      feature: 'tokens',
      secrets: ['api_tokens.token_hash'],
      at: {
        reset: revokeTokensOf,
        change: 'programs continue to work, and the settings page lists each token with its last use',
        ban: revokeTokensOf,
      },
      exported: { part: 'tokens' },
      settings: { file: 'src/features/tokens/web/tokens-section.tsx' },
    },
    {
      name: 'Connected apps',
      feature: 'oauth',
      secrets: ['oauth_tokens.token_hash'],
      at: { reset: endGrantsOf, change: endGrantsOf, ban: endGrantsOf },
      exported: { part: 'connectedApps' },
      settings: { file: 'src/features/oauth/web/connected-apps-section.tsx' },
    },
    {
      name: 'Private feed',
      feature: 'notifications',
      secrets: ['notification_feeds.token_hash'],
      at: { reset: endPrivateFeed, change: endPrivateFeed, ban: endPrivateFeed },
      exported: { part: 'notificationSettings' },
      settings: { file: 'src/features/notifications/web/private-feed.tsx' },
    },
    {
      name: 'Private address of skills',
      feature: 'skills',
      secrets: ['skill_addresses.token_hash'],
      at: { reset: endSkillAddress, change: endSkillAddress, ban: endSkillAddress },
      exported: { part: 'skillAddress' },
      settings: { file: 'src/features/skills/web/skill-address-section.tsx' },
    },
    {
      name: 'Links to shared comparisons',
      feature: 'comparison',
      // The secret is the random id of the comparison.
      secrets: [],
      at: {
        reset: 'they show one comparison that its owner chose to show, and nothing else',
        change: 'they show one comparison that its owner chose to show, and nothing else',
        ban: 'the comparison is hidden instead, as far as moderators undo what the user did',
      },
      exported: { part: 'comparisons' },
      settings: 'the page of each comparison has the switch',
    },
    {
      name: 'Links to unlisted collections',
      feature: 'collections',
      secrets: ['collections.key'],
      at: {
        reset: 'they show one collection that its owner chose to show, and nothing else',
        change: 'they show one collection that its owner chose to show, and nothing else',
        ban: 'the collection is hidden instead, as far as moderators undo what the user did',
      },
      exported: { part: 'collections' },
      settings: 'the page of each collection has the switch',
    },
    {
      name: 'Invitations',
      feature: 'invitations',
      secrets: ['invitations.token_hash'],
      at: {
        reset: 'they let somebody register, and belong to the site',
        change: 'they let somebody register, and belong to the site',
        ban: 'they let somebody register, and belong to the site',
      },
      exported: 'they belong to the site',
      settings: 'an admin ends them on the page Invitations',
    },
  ]
}

async function deleteSignInLinks(tx: Tx, userId: string): Promise<string[]> {
  await deleteLinks(tx, userId, 'reset-password')
  await deleteLinks(tx, userId, 'second-factor')
  return []
}

/** Waits for work whose result the user needn't be told. */
async function silently(work: Promise<unknown>): Promise<string[]> {
  await work
  return []
}
