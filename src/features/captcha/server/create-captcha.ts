import { t } from '#lib/texts.ts'
import { type Captcha, type CaptchaUse, noCaptcha } from '#platform/captcha.ts'
import type { Db } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Log } from '#platform/log-fields.ts'
import type { CaptchaOffer } from '../contract.ts'
import { makeChallenge, type Secrets, stepRange } from './altcha.ts'
import { consumeSolution, readSecrets } from './check-solution.ts'
import { CaptchaSettingsError, type ProviderSettings, verifyWithProvider } from './verify-with-provider.ts'

/** The captcha of this site: offers challenges and checks solutions. */
export type SiteCaptcha = Captcha & { offer(use: CaptchaUse | undefined): Promise<CaptchaOffer> }

/** The captcha of sites with CAPTCHA=off, which requires no solution. */
export const noCaptchaRequired: SiteCaptcha = { ...noCaptcha, offer: async () => ({ provider: 'off' }) }

/**
 * Creates a captcha that makes the browser do some work, which this site assigns and checks. It slows bots down, and
 * people don't notice it. `steps`: the range from which the number of hashing steps of a solution is drawn.
 */
export function createAltchaCaptcha(db: Db, now: () => Date, steps = stepRange): SiteCaptcha {
  let loading: Promise<Secrets> | undefined
  const secrets = () => {
    loading ??= readSecrets(db).catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    async offer(use) {
      return { provider: 'altcha', ...(await makeChallenge(await secrets(), { use, now: now(), steps })) }
    },
    async check(solution, use) {
      if (!solution) throw captchaFailed()
      if (!(await consumeSolution(db, await secrets(), solution, use))) throw captchaFailed()
    },
  }
}

/** How long to wait, in seconds, before another attempt at a captcha whose provider can't be reached. */
const retrySeconds = 60

/**
 * Creates a captcha of a third-party provider. While the provider can't be reached, it refuses everybody with AppError
 * provider_unavailable.
 */
export function createThirdPartyCaptcha(settings: ProviderSettings, log: Pick<Log, 'warn'>): SiteCaptcha {
  return {
    offer: async () => ({ provider: settings.provider, siteKey: settings.siteKey }),
    async check(solution, use) {
      if (!solution) throw captchaFailed()
      const isValid = await verifyWithProvider(settings, solution, use).catch((error: Error) => {
        log.warn({ provider: settings.provider, error: error.message }, 'the captcha could not be checked')
        const message = t('The robot check isn’t working right now. Try again in a minute.')
        // A visitor can cause the error about the host, so it doesn't count as a failure of the server.
        if (error instanceof CaptchaSettingsError) throw new AppError('captcha_failed', message)
        throw new AppError('provider_unavailable', message, { retryAfter: retrySeconds })
      })
      if (!isValid) throw captchaFailed()
    },
  }
}

function captchaFailed(): AppError {
  return new AppError('captcha_failed', t('The robot check failed. Reload the page and try again.'))
}
