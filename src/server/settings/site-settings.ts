import { z } from 'zod'
import { googleTagUrl, trustpilotUrl } from '#features/consent/services-rules.ts'
import { about, Origin, onOrOff, wholeNumber } from './setting-kinds.ts'

/**
 * Whether a URL contains neither a user name nor a password. The address of a Git remote may contain them, but every
 * visitor sees CONTACT_URL.
 */
function hasNoCredentials(url: string): boolean {
  if (!URL.canParse(url)) return true
  const { username, password } = new URL(url)
  return `${username}${password}` === ''
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

const credentialsError = { error: 'must not have a user name or password, because every visitor sees the address' }

/** The settings for what the site shows and which of its parts are on. */
export const siteSettings = {
  SITE_NAME: z.string().min(1).max(60).default('Promptarium').meta(about('The name in page titles.')),
  CONTACT_URL: z
    .url({
      protocol: /^(https?|mailto)$/,
      error: 'must be a page or a mailto: address, such as mailto:hello@example.org',
    })
    .refine(hasNoCredentials, credentialsError)
    .refine(isDecodable, 'has a % that begins no encoded character: write % as %25')
    .optional()
    .meta(
      about(
        'How to reach you, shown on /contact: a page, or `mailto:hello@example.org`. That address receives the messages that',
        'visitors write there. Without such an address, every admin does.',
      ),
    ),
  EXAMPLES: onOrOff('on').meta(
    about(
      'Whether members can add examples of what a prompt produced, as texts or pictures.',
      '`off` also hides existing examples.',
    ),
  ),
  MODERATION: z
    .enum(['post', 'pre'], { error: 'must be post or pre' })
    .default('post')
    .meta(
      about(
        '`pre`: a moderator approves the first two prompts and the first two comments of each member, and every prompt',
        'that links to another site, before others see them.',
      ),
    ),
  SENTENCE_SEARCH: z
    .enum(['auto', 'on', 'off'], { error: 'must be auto, on or off' })
    .default('auto')
    .meta(
      about(
        'Whether searches of several English words also find prompts by their meaning. The model takes 70 to 110 MB of',
        'memory in each process, and is unloaded ten minutes after the last search. The first search after that waits up',
        'to a second for it. `auto`: loads it only if 512 MB of memory are free when it is first needed. Nothing is sent to',
        'other servers.',
      ),
    ),
  VOTE_MATURITY_HOURS: wholeNumber({ max: 8760, fallback: 0, unit: 'hours' }).meta(
    about('Votes don’t count until the voter’s account is this many hours old, up to 8760.'),
  ),
  LINK_CHECKS: onOrOff('on').meta(
    about(
      'Whether a job requests the address of each tool once a week, as its robots.txt allows, and shows admins which no longer work.',
      'It never requests addresses in private networks, and stores nothing while this server has no way to the internet.',
    ),
  ),
  PREFETCH: onOrOff('off').meta(
    about('Whether a member’s lists are prefetched when the member opens /my-prompts or /favorites.'),
  ),
  ANALYTICS_ID: z
    .string()
    .regex(/^[A-Z]{1,3}-[A-Z0-9-]{4,30}$/, 'must be the measurement id of a Google tag, such as G-AB12CD34EF')
    .optional()
    .meta(
      about(
        'The measurement id of a Google tag (`G-…`).',
        'Its script loads only for visitors who consent to analytics.',
      ),
    ),
  ANALYTICS_URL: Origin.default(googleTagUrl).meta(
    about('The origin from which the tag’s script is loaded, in case you serve it yourself.'),
  ),
  REVIEWS_KEY: z
    .string()
    .regex(/^[0-9A-Za-z]{8,64}$/, 'must be the id of your business at Trustpilot (data-businessunit-id)')
    .optional()
    .meta(
      about(
        'The id of your business at Trustpilot.',
        'Its widget loads in the footer, only for visitors who consent to personalization.',
      ),
    ),
  REVIEWS_URL: Origin.default(trustpilotUrl).meta(about('The origin from which the widget is loaded.')),
}
