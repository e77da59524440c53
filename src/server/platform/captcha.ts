import type { Actor } from './actor.ts'

/** What a captcha is asked for. */
export type CaptchaUse = 'register' | 'reset' | 'contact' | 'login' | 'grant'

export type Captcha = {
  /** AppError captcha_failed unless `solution` is one for this use that wasn't used before. */
  check(solution: string | undefined, use: CaptchaUse, actor: Actor): Promise<void>
}

/** CAPTCHA=off: everybody passes. */
export const noCaptcha: Captcha = { check: async () => undefined }
