import { z } from 'zod'
import { thirdPartyProviders } from '#features/captcha/rules.ts'
import { companySettings } from './company-settings.ts'
import { Address, about, onOrOff } from './setting-kinds.ts'

/** The settings for signing in, rate limits and the captcha, and those for the site of a company or a club. */
export const accountSettings = {
  SESSION_SECRET: z
    .string()
    .min(32, 'must be at least 32 characters long')
    .optional()
    .meta(
      about(
        'At least 32 characters. It protects stored session tokens and the secrets of authenticator apps. Changing',
        'it signs everybody out, and members with a second factor then need a recovery code. If unset, the server',
        'generates a secret and keeps it in the database.',
      ),
    ),
  ADMIN_SECOND_FACTOR: z
    .enum(['optional', 'required'], { error: 'must be optional or required' })
    .default('optional')
    .meta(
      about(
        '`required`: until admins have set up a second factor, they have no admin rights and most of their changes are',
        'refused.',
      ),
    ),
  RATE_LIMITS: onOrOff('on').meta(
    about(
      'Whether the requests and attempts of an account or a network are limited. `off` is for load tests, and is refused',
      'if `HOST` or `PUBLIC_URL` opens the site to other machines.',
    ),
  ),
  OAUTH_REGISTRATION: onOrOff('on').meta(
    about(
      'Whether AI apps can register themselves to act for members who allow it. `off`: only apps that publish a document',
      'about themselves can connect, such as Claude, ChatGPT and VS Code, and members can create API tokens.',
    ),
  ),
  CAPTCHA: z
    .enum(['altcha', ...thirdPartyProviders, 'off'], { error: 'must be altcha, turnstile, hcaptcha, recaptcha or off' })
    .default('altcha')
    .meta(
      about(
        'The captcha of registration, password reset and /contact. `altcha` is a proof of work that the browser does without',
        'another service. `turnstile`, `hcaptcha` and `recaptcha` (version 3) contact their vendors, and need `PUBLIC_URL` and',
        'the two keys below. `off` means no captcha.',
      ),
    ),
  CAPTCHA_SITE_KEY: z.string().optional().meta(about('The public key of that captcha.')),
  CAPTCHA_SECRET_KEY: z.string().optional().meta(about('The secret key of that captcha.')),
  GITHUB_CLIENT_ID: z
    .string()
    .optional()
    .meta(
      about(
        'The id of an OAuth app at GitHub, which lets members sign in with GitHub.',
        'Its callback URL is `PUBLIC_URL/auth/return/github`.',
      ),
    ),
  GITHUB_CLIENT_SECRET: z.string().optional().meta(about('The secret of that app.')),
  GOOGLE_CLIENT_ID: z
    .string()
    .optional()
    .meta(
      about(
        'The id of an OAuth client at Google, which lets members sign in with Google.',
        'Its redirect URI is `PUBLIC_URL/auth/return/google`.',
      ),
    ),
  GOOGLE_CLIENT_SECRET: z.string().optional().meta(about('The secret of that client.')),
  ...companySettings,
  OAUTH_TEST_URL: Address.optional().meta(about('For tests only: a local server that imitates GitHub and Google.')),
}
