import type { TextPicture } from '#ui/picture/draw-picture.ts'
import { siteFacts } from './site-facts.ts'

/**
 * Returns the picture of an answer on this page, under the page's heading and with its address. `credit`: who or what
 * wrote the answer, and when.
 */
export function pictureOfAnswer(text: string, credit: (string | undefined)[]): TextPicture {
  return {
    title: document.querySelector('h1')?.textContent ?? '',
    text: [{ text }],
    isPrompt: false,
    credit: credit.filter(Boolean).join(', '),
    address: location.host + location.pathname,
    siteName: siteFacts().name,
  }
}
