import { describe, expect, it } from 'vitest'
import { oauthSettings, readSettings } from './settings.ts'

const oidc = { OIDC_ISSUER: 'https://login.example.org', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }

describe('in the settings for a company’s site', () => {
  const refused: [string, Record<string, string>, RegExp][] = [
    [
      'an issuer without client id and secret',
      { OIDC_ISSUER: oidc.OIDC_ISSUER },
      /OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go/,
    ],
    ['an issuer over plain http', { ...oidc, OIDC_ISSUER: 'http://login.example.org' }, /must begin with https/],
    ['an issuer that isn’t a URL', { ...oidc, OIDC_ISSUER: 'login.example.org' }, /must be the issuer/],
    [
      'a public issuer on a site with closed registration',
      { ...oidc, OIDC_ISSUER: 'https://accounts.google.com', REGISTRATION: 'closed' },
      /REGISTRATION_DOMAINS must name your email domains/,
    ],
    ...['common', 'Organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad'].map(
      (tenant): [string, Record<string, string>, RegExp] => [
        `an Entra ID issuer that isn’t limited to one tenant (${tenant})`,
        { ...oidc, OIDC_ISSUER: `https://login.microsoftonline.com/${tenant}/v2.0` },
        /must name your own tenant/,
      ],
    ),
    ['an empty list of email domains', { REGISTRATION_DOMAINS: ' , ' }, /must be email domains/],
    ['email domains without SMTP_URL', { REGISTRATION_DOMAINS: 'example.org' }, /needs SMTP_URL/],
    ['an email address as an email domain', { REGISTRATION_DOMAINS: 'a@example.org' }, /must be email domains/],
    ['an invalid language tag', { SITE_LANGUAGE: 'german!' }, /must be a language tag/],
    [
      'a cache in front of a closed site',
      { ACCESS: 'members', CACHE_PURGE_URL: 'http://127.0.0.1:1' },
      /no cache in front/,
    ],
    ['an unknown registration mode', { REGISTRATION: 'off' }, /must be open, invite or closed/],
  ]
  it.each(refused)('%s is refused with a reason', (_, settings, reason) => {
    expect(() => readSettings(settings)).toThrow(reason)
  })

  it('a provider on this machine may use plain http, and a public one is accepted with email domains', () => {
    const local = { ...oidc, OIDC_ISSUER: 'http://127.0.0.1:8080', OIDC_ADMIN_GROUP: 'it' }
    expect(oauthSettings(readSettings(local))).toMatchObject({
      keys: { oidc: { clientId: 'a', clientSecret: 'b' } },
      oidc: { issuer: 'http://127.0.0.1:8080', groups: { admin: 'it' }, name: 'SSO' },
    })
    expect(
      oauthSettings(readSettings({ ...local, OIDC_GROUPS_CLAIM: 'https://example.org/roles' })).oidc,
    ).toMatchObject({
      groupsClaim: 'https://example.org/roles',
    })
    const google = { ...oidc, OIDC_ISSUER: 'https://accounts.google.com', REGISTRATION: 'closed' }
    const { REGISTRATION_DOMAINS } = readSettings({ ...google, REGISTRATION_DOMAINS: 'Example.org, example.com' })
    expect(REGISTRATION_DOMAINS).toEqual(['example.org', 'example.com'])
  })
})
