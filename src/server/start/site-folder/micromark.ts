import { micromark, type Options } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'

/** Pictures aren't rendered, since the Content-Security-Policy of pages allows only pictures of this site. */
const withoutPictures: NonNullable<Options['extensions']>[number] = { disable: { null: ['labelStartImage'] } }

/**
 * Renders Markdown (CommonMark 0.31, with tables) as HTML. HTML in the Markdown is shown as text. A link may have an
 * address without a scheme, or with http, https or mailto. Headings begin at h2, since the h1 is the page's title.
 */
export function renderMarkdown(text: string): string {
  const html = micromark(text, { extensions: [gfmTable(), withoutPictures], htmlExtensions: [gfmTableHtml()] })
  // The replacements change tags only, since `<` and `"` in text are already escaped. The last one removes the schemes
  // that micromark allows in addition to http, https and mailto.
  return html
    .replace(/<(\/?)h1>/g, '<$1h2>')
    .replace(/<table>/g, '<table tabindex="0">')
    .replace(/ href="(?:ircs?|xmpp):[^"]*"/gi, ' href=""')
}
