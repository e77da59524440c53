import { contract } from '#contract'
import { findUserId } from '#features/accounts/server/user-queries.ts'
import { catalogueRoutes } from '#features/catalogue/server/routes.ts'
import { contributorsRoutes } from '#features/contributors/server/routes.ts'
import { homeRoutes } from '#features/home/server/routes.ts'
import { searchRoutes } from '#features/search/server/routes.ts'
import { siteRoutes } from '#features/site/server/routes.ts'
import type { Site } from '#features/site/server/site.ts'
import { toolsRoutes } from '#features/tools/server/routes.ts'
import { answerDocs } from './api-docs.ts'
import { answerError, answerUnknownPath, refuseOtherMethods } from './error-answers.ts'
import { describeApi } from './openapi.ts'
import { type Api, createApi, type Platform } from './platform/api.ts'
import { limitBody, requestGuards, tellOfWrites } from './request-guards.ts'
import { noLog, type RequestLog, requestLogger } from './request-log.ts'

export type AppOptions = Platform & {
  log?: RequestLog
  /** The origin that browsers see; unset, the request's own Host counts. */
  publicOrigin?: string
  /** Whose X-Forwarded-For counts (addresses and CIDR ranges). */
  trustProxy?: string
  siteName?: string
  /** Runs before a write is answered, so that its author's next click shows it. */
  afterWrite?: () => Promise<void>
  /** The server's own address, for texts that need a full one; publicOrigin goes before it. */
  ownAddress?: () => string
  /** Where drawn share images are kept; unset, each is drawn anew. */
  shareFolder?: string
}

/** The whole API: middleware in order, then every feature's routes. Pages are not its business. */
export function createApp(options: AppOptions): Api {
  const log = options.log ?? noLog
  const app = createApi()
  app.onError(answerError(log))
  app.notFound(answerUnknownPath)

  app.use(requestLogger(log))
  app.use(requestGuards(options))
  app.use(limitBody)
  app.use(tellOfWrites(options.afterWrite))

  app.route('/', homeRoutes(options))
  app.route('/', catalogueRoutes(options, { findUserId }))
  app.route('/', toolsRoutes(options))
  app.route('/', searchRoutes(options))
  app.route('/', contributorsRoutes(options))
  app.route('/', siteRoutes(options, siteOf(options)))

  refuseOtherMethods(app, Object.values(contract))

  app.get('/api/openapi.json', (c) => c.json(describeApi(app, options.siteName)))
  app.get('/api/docs', (c) => answerDocs(c, describeApi(app, options.siteName)))
  return app
}

function siteOf(options: AppOptions): Site {
  const { siteName = 'Promptarium', publicOrigin, ownAddress = () => 'http://localhost', shareFolder } = options
  const log = options.log ?? noLog
  return {
    name: siteName,
    origin: () => publicOrigin ?? ownAddress(),
    shareFolder,
    warn: (error) => log.warn({ error: error.message }, 'a share image could not be kept'),
  }
}
