import { isCaptchaPage, type ThirdPartyProvider } from '../rules.ts'

const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com']
const google = 'https://www.google.com/recaptcha/'

/** The sources that each captcha needs, by directive of the Content-Security-Policy, according to its provider. */
const sources: Record<ThirdPartyProvider, Record<string, string[]>> = {
  turnstile: {
    'script-src': ['https://challenges.cloudflare.com'],
    'frame-src': ['https://challenges.cloudflare.com'],
  },
  hcaptcha: { 'script-src': hcaptcha, 'frame-src': hcaptcha, 'style-src': hcaptcha, 'connect-src': hcaptcha },
  recaptcha: {
    'script-src': [google, 'https://www.gstatic.com/recaptcha/'],
    'frame-src': [google, 'https://recaptcha.google.com/recaptcha/'],
    'connect-src': [google],
  },
}

/** Returns the sources that the page at `path` needs for this provider, by directive of its Content-Security-Policy. */
export function captchaPolicy(provider: ThirdPartyProvider, path: string): Record<string, string[]> {
  return isCaptchaPage(path) ? sources[provider] : {}
}
