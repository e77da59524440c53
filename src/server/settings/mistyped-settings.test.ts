import { describe, expect, it } from 'vitest'
import { describeMistypedSettings } from './mistyped-settings.ts'
import { settingNames } from './settings.ts'

const warningsOf = (...names: string[]) =>
  describeMistypedSettings(Object.fromEntries(names.map((name) => [name, 'x'])), settingNames)

describe('a name that is similar to a setting', () => {
  it.each([
    ['STRIPE_SECRET_KEYY', 'STRIPE_SECRET_KEY'],
    ['STRIPE_PRICE', 'STRIPE_PRICE_ID'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['PUBILC_URL', 'PUBLIC_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['RATE_LIMIT', 'RATE_LIMITS'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['SMPT_URL', 'SMTP_URL'],
    ['CAPTCHA_SITEKEY', 'CAPTCHA_SITE_KEY'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
  ])('%s gets a warning that suggests %s', (name, meant) => {
    expect(warningsOf(name)).toEqual([`${name} is not a setting and has no effect. Did you mean ${meant}?`])
  })

  it('gets no warning if the similar setting is set too, or if the variable is empty', () => {
    expect(warningsOf('LOGLEVEL', 'LOG_LEVEL')).toEqual([])
    expect(describeMistypedSettings({ RATE_LIMIT: '' }, settingNames)).toEqual([])
  })

  it('gets no warning if operating systems or other programs use it', () => {
    const names =
      'HOME HOSTNAME HOSTTYPE PATH PWD OLDPWD USER SHELL LANG LC_ALL TERM TZ CI PGDATA PGHOST PGPORT PGUSER REDIS_URL ' +
      'NODE_ENV NODE_OPTIONS INIT_CWD npm_config_cache npm_lifecycle_event GITHUB_TOKEN GITHUB_ACTIONS GITHUB_REF ' +
      'OPENAI_ORG_ID OPENAI_KEY ANTHROPIC_AUTH_TOKEN GOOGLE_APPLICATION_CREDENTIALS GOOGLE_CLOUD_PROJECT SMTP_HOST SMTP_PORT ' +
      'INVOCATION_ID JOURNAL_STREAM KUBERNETES_PORT PROMPTARIUM_SERVICE_HOST PROMPTARIUM_PORT TEST_DATABASE_URL FILE_NAME ' +
      'CHROMIUM_PATH MAIL MAILCHECK SSH_CLIENT SUDO_USER XDG_RUNTIME_DIR LLAMA_ARG_PORT PORTS DOMAIN SITE SECRET'
    expect(warningsOf(...names.split(' '))).toEqual([])
  })
})
