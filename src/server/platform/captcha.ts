import type { Actor } from './actor.ts'

/** What a captcha protects. */
export type CaptchaUse = 'register' | 'reset' | 'contact' | 'login' | 'grant'

export type Captcha = {
  /** Throws AppError captcha_failed unless `solution` is valid for this use and unused. */
  check(solution: string | undefined, use: CaptchaUse, actor: Actor): Promise<void>
}

/** CAPTCHA=off: accepts every request. */
export const noCaptcha: Captcha = { check: async () => undefined }
