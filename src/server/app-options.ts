import { join } from 'node:path'
import type { ModelFinder } from '#features/models/server/create-model-finder.ts'
import type { AppOptions } from './app.ts'
import { registrationOf } from './company-settings.ts'
import type { Db } from './platform/db.ts'
import type { Log } from './platform/log-fields.ts'
import { outboxFolder, type Services } from './services.ts'
import {
  backupPlan,
  contactEmail,
  isLocal,
  modelSettings,
  oauthSettings,
  pictureStore,
  type Settings,
} from './settings.ts'

type Parts = { db: Db; services: Services; modelFinder: ModelFinder; log: Log } & Required<
  Pick<AppOptions, 'ownAddress' | 'afterWrite' | 'counters' | 'stopping'>
> &
  Pick<AppOptions, 'payments' | 'mcpAnswers' | 'readsReplica' | 'legalPages' | 'readHealth'>

/** The options of the app: values from the settings, and the services that it uses. */
export function appOptions(settings: Settings, { services, modelFinder, ...parts }: Parts): AppOptions {
  return {
    ...services,
    findSimilar: services.sentences.findSimilar,
    ...parts,
    outboxFolder: outboxFolder(settings),
    contactEmail: contactEmail(settings),
    limitsRequests: settings.RATE_LIMITS === 'on',
    // On a site for this machine alone, everybody has the same network.
    capFirstGrants: !isLocal(settings) && (settings.RATE_LIMITS === 'on' || settings.CAPTCHA !== 'off'),
    publicOrigin: settings.PUBLIC_URL,
    trustProxy: settings.TRUST_PROXY,
    sessionSecret: settings.SESSION_SECRET,
    siteName: settings.SITE_NAME,
    adminsNeedSecondFactor: settings.ADMIN_SECOND_FACTOR === 'required',
    moderation: settings.MODERATION,
    voteMaturityHours: settings.VOTE_MATURITY_HOURS,
    pictures: pictureStore(settings),
    examplesOff: settings.EXAMPLES === 'off',
    shareFolder: join(settings.DATA_DIR, 'share'),
    dumpFolder: join(settings.DATA_DIR, 'dump'),
    workers: settings.WORKERS,
    models: { ...modelSettings(settings), found: modelFinder.found, findRouted: modelFinder.findRouted },
    reruns: settings.FEATURED_TESTS === 'on',
    oauth: oauthSettings(settings),
    isClosed: settings.ACCESS === 'members',
    registration: registrationOf(settings),
    backups: backupPlan(settings),
  }
}
