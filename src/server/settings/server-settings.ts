import { z } from 'zod'
import { hstsModes } from '../pages/page-headers.ts'
import { Address, about, Origin, processes, wholeNumber } from './setting-kinds.ts'

/** The settings for how the site is reached over the network and how its processes run. */
export const serverSettings = {
  PORT: wholeNumber({ max: 65_535, fallback: 3000 }).meta(about('The port to listen on.')),
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .meta(
      about(
        'The address to listen on. `0.0.0.0` opens the site to the network.',
        'Over plain HTTP everything works except passkeys, which need HTTPS.',
      ),
    ),
  PUBLIC_URL: Origin.optional().meta(
    about(
      'The address that visitors use, such as `https://prompts.example.org`, without a path. Links start with it, and writes',
      'from other origins are refused. If unset, the Host header of each request is used instead, addresses on pages',
      'are paths, and feeds and the sitemap have the address that the server listens on.',
    ),
  ),
  HSTS: z
    .enum(hstsModes, { error: 'must be subdomains, host or off' })
    .default('subdomains')
    .meta(
      about(
        'If `PUBLIC_URL` begins with https, tells browsers to use only https for a year: `subdomains`, for its host and all',
        'subdomains; `host`, for that host only, in case subdomains use plain http. `off` makes browsers forget this.',
      ),
    ),
  TRUST_PROXY: z
    .string()
    .default('')
    .meta(about('Addresses and ranges of the proxies whose X-Forwarded-For header is trusted, separated by commas.')),
  WORKERS: processes.meta(
    about(
      'How many processes serve the site: a number from 1 to 64, or `auto` for one per core.',
      'See [scale.md](operations/scale.md#all-cores).',
    ),
  ),
  DRAIN_SECONDS: wholeNumber({ max: 300, fallback: 0, unit: 'seconds' }).meta(
    about(
      'How many seconds (0 to 300) a stopping server keeps responding while /readyz returns 503, so that a load',
      'balancer stops sending it requests first.',
    ),
  ),
  CACHE_PURGE_URL: Address.optional().meta(
    about(
      'The address at which a cache in front of the site accepts requests to drop pages: `PURGE` with the header',
      '`Surrogate-Key`. A password in it, as in `https://:TOKEN@cache.example.org/`, is sent as a Bearer token.',
      'See [scale.md](operations/scale.md#caches-in-front).',
    ),
  ),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must be at least 16 characters long')
    .optional()
    .meta(
      about(
        'The Bearer token of /metrics, at least 16 characters.',
        'If unset, /metrics responds only on a local site, and only to requests from the same machine.',
      ),
    ),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' })
    .default('info')
    .meta(about('`debug`, `info`, `warn`, `error` or `silent`.')),
}
