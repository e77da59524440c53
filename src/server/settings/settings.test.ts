import { describe, expect, it } from 'vitest'
import { StartError } from '../start/start-error.ts'
import { removedSettings } from './removed-settings.ts'
import { contactEmail, isLocal, localModelPorts, modelSettings, readSettings, settingNames } from './settings.ts'

describe('settings', () => {
  it('have defaults for a site on your own machine', () => {
    expect(readSettings({ PORT: '', OTHER: 'x' })).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      SITE_NAME: 'Promptarium',
    })
  })

  describe('an invalid setting is refused in one line that names it', () => {
    it.each([
      ['PORT', '99999'],
      ['PORT', 'http'],
      ['PORT', ' '],
      ['PORT', '80.5'],
      ['DATABASE_URL', 'mysql://x'],
      ['DATABASE_REPLICA_URLS', 'mysql://x'],
      ['DATABASE_REPLICA_URLS', 'postgres://a/d, postgres://b/d?jit=on'],
      ['PUBLIC_URL', 'example.org'],
      ['PUBLIC_URL', 'https://example.org/prompts'],
      ['PUBLIC_URL', 'https://example.org/?a'],
      ['PUBLIC_URL', 'https://me:secret@example.org'],
      ['ANALYTICS_URL', 'https://tag.example.org/gtag'],
      ['REVIEWS_URL', 'https://widget.example.org/#x'],
      ['DATABASE_URL', 'postgres://h/d?statement_timeout=0'],
      ['DATABASE_URL', 'postgres://h/d?application_name=x'],
      ['DATABASE_URL', 'postgres://h/d?options=-c%20lock_timeout%3D0'],
      ['DATABASE_URL', 'postgres://h/d?options=--idle-in-transaction-session-timeout=0'],
      ['DATABASE_URL', 'postgres://h/d?options=-csearch_path=a%20-cTimeZone=CET'],
      ['METRICS_TOKEN', 'short'],
      ['DRAIN_SECONDS', '301'],
      ['DRAIN_SECONDS', 'soon'],
      ['STARTER', 'yes'],
      ['OPENAI_MODELS', 'gpt-5.4'],
      ['DEEPSEEK_MODELS', 'gpt-5.4=1'],
      ['LLAMA_MODELS', 'composer=1'],
      ['LLAMA_BASE_URL', 'localhost:11434'],
      ['OPENAI_BASE_URL', 'off'],
      ['S3_BUCKET', 'my bucket'],
      ['S3_BUCKET', 'https://key@s3.example.org/pictures'],
      ['BACKUP_BUCKET', 'https://key:a/b@s3.example.org/nights'],
      ['LLAMA_API_KEY', 'sk-12345678'],
      ['OPENROUTER_MODELS', 'mistralai/mistral-large=1'],
      ['OPENROUTER_MODELS', 'openai/gpt-5.4'],
      ['AI_DAILY_BUDGET', 'much'],
      ['AI_DAILY_BUDGET', ' '],
      ['LOG_LEVEL', 'loud'],
      ['CONTACT_URL', 'javascript:alert(1)'],
      ['CONTACT_URL', 'hello@example.org'],
      ['CONTACT_URL', 'mailto:50%@example.org'],
      ['DATABASE_URL', 'postgres://user:pass/word@db.example.org/site'],
      ['CONTACT_URL', 'https://ada:secret@example.org/contact'],
      ['SITE_NAME', 'x'.repeat(61)],
      ['RATE_LIMITS', 'no'],
      ['CAPTCHA', 'on'],
      ['SMTP_URL', 'mail.example.org'],
      ['MAIL_FROM', 'hello'],
      ['MAIL_FROM', 'A\nBcc: <x@example.org>'],
      ['ANALYTICS_ID', 'yes please'],
      ['ANALYTICS_URL', 'tag.example.org'],
      ['REVIEWS_KEY', '<script>'],
      ['ADMIN_SECOND_FACTOR', 'yes'],
    ])('%s=%s', (name, value) => {
      expect(() => readSettings({ [name]: value })).toThrow(StartError)
      expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^Invalid setting: ${name} [^\\n]+$`))
    })
  })

  it.each([
    [{ CONTACT_URL: 'mailto:50%@example.org' }, 'write % as %25'],
    [{ DATABASE_URL: 'postgres://user:p@ss/word@db.example.org/site' }, 'write % as %25, @ as %40, / as %2F'],
    [{ DATABASE_URL: 'postgres://user:p#ss@db.example.org/site' }, '# as %23'],
    [{ LLAMA_BASE_URL: 'localhost:11434' }, 'such as http://localhost:11434/v1'],
    [{ METRICS_TOKEN_FILE: '/nowhere/token' }, 'is /nowhere/token, which doesn’t exist. Create or mount that file'],
    [{ METRICS_TOKEN_FILE: '/tmp' }, 'is a folder'],
  ])('that is wrong, such as %o, says what to write instead', (variables, advice) => {
    expect(() => readSettings(variables)).toThrow(advice)
  })

  it('may give the public URL with a trailing slash, and database options that don’t override the site’s own', () => {
    expect(readSettings({ PUBLIC_URL: 'https://example.org/' }).PUBLIC_URL).toBe('https://example.org')
    const url = 'postgres://h/d?sslmode=require&options=-c%20search_path%3Dmine'
    expect(readSettings({ DATABASE_URL: url }).DATABASE_URL).toBe(url)
  })

  const turnstile = { CAPTCHA: 'turnstile', CAPTCHA_SITE_KEY: 'a', CAPTCHA_SECRET_KEY: 'b' }

  it.each([
    ['RATE_LIMITS', { RATE_LIMITS: 'off', HOST: '0.0.0.0' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'off', PUBLIC_URL: 'https://prompts.example.org' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'off', HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example.org' }],
    ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: 'postgres://h/d' }],
    ['DATABASE_REPLICA_URLS', { DATABASE_REPLICA_URLS: 'postgres://h/d' }],
    ['CAPTCHA_SITE_KEY', { CAPTCHA: 'hcaptcha', PUBLIC_URL: 'https://prompts.example.org' }],
    ['CAPTCHA_SITE_KEY', { ...turnstile, CAPTCHA_SECRET_KEY: '', PUBLIC_URL: 'https://prompts.example.org' }],
    ['PUBLIC_URL', turnstile],
    ['GITHUB_CLIENT_ID', { GITHUB_CLIENT_ID: 'a' }],
    ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_SECRET: 'a' }],
    ['OAUTH_TEST_URL', { OAUTH_TEST_URL: 'http://127.0.0.1:9', PUBLIC_URL: 'https://prompts.example.org' }],
  ])('that contradict each other are refused in one line that names %s', (name, settings) => {
    expect(() => readSettings(settings)).toThrow(new RegExp(`^Invalid setting: ${name} [^\\n]+$`))
  })

  it('may name a mail server or a captcha provider, or turn off limits on a local site', () => {
    expect(
      readSettings({ SMTP_URL: 'smtps://u:p@mail.example.org', MAIL_FROM: 'Prompts <hello@example.org>' }).SMTP_URL,
    ).toMatch('smtps')
    expect(readSettings({ ...turnstile, PUBLIC_URL: 'https://prompts.example.org' }).CAPTCHA).toBe('turnstile')
    expect(readSettings({ RATE_LIMITS: 'off', CAPTCHA: 'off' }).RATE_LIMITS).toBe('off')
  })

  it('name a bucket at Amazon S3, or the address of one with its key', () => {
    expect(readSettings({ S3_BUCKET: 'pictures' }).S3_BUCKET).toEqual({ bucket: 'pictures' })
    expect(
      readSettings({ S3_BUCKET: 'https://id:a%2Fb@s3.example.org/pictures?region=eu-central-1' }).S3_BUCKET,
    ).toEqual({
      bucket: 'pictures',
      endpoint: 'https://s3.example.org',
      region: 'eu-central-1',
      keys: { accessKeyId: 'id', secretAccessKey: 'a/b' },
    })
  })

  it('turn off the search for Llama with LLAMA_BASE_URL=off', () => {
    const off = readSettings({ LLAMA_BASE_URL: 'off' })
    expect([localModelPorts(off), modelSettings(off).vendors.meta?.baseUrl]).toEqual([null, undefined])
    expect(localModelPorts(readSettings({}))).not.toBeNull()
  })

  it('send messages to the address in CONTACT_URL', () => {
    expect(contactEmail(readSettings({ CONTACT_URL: 'mailto:hello@example.org' }))).toBe('hello@example.org')
    expect(contactEmail(readSettings({ CONTACT_URL: 'https://example.org' }))).toBeUndefined()
  })

  it.each(Object.keys(removedSettings))(
    'that no longer exist are refused in one line that says what to do: %s',
    (name) => {
      for (const variable of [name, `${name}_FILE`])
        expect(() => readSettings({ [variable]: 'x' })).toThrow(
          new RegExp(`^Invalid setting: ${name} no longer exists\\. [^\\n]+\\.$`),
        )
      expect(settingNames).not.toContain(name)
    },
  )

  it('show whether the site is for this machine only', () => {
    expect(isLocal(readSettings({}))).toBe(true)
    expect(isLocal(readSettings({ HOST: '0.0.0.0' }))).toBe(false)
    expect(isLocal(readSettings({ PUBLIC_URL: 'https://prompts.example.org' }))).toBe(false)
    expect(isLocal(readSettings({ PUBLIC_URL: 'http://[::1]:3000/' }))).toBe(true)
  })
})
