import { micromark, type Options } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'

/** Turns off pictures, because the Content-Security-Policy of pages only allows pictures of this site. */
const withoutPictures: NonNullable<Options['extensions']>[number] = { disable: { null: ['labelStartImage'] } }

/**
 * Renders Markdown (CommonMark 0.31, with tables) as HTML. HTML in the text is shown as text. Links can only lead to
 * http, https and mailto addresses, and to paths. Headings begin at the second level, because the page has a title.
 */
export function renderMarkdown(text: string): string {
  const html = micromark(text, { extensions: [gfmTable(), withoutPictures], htmlExtensions: [gfmTableHtml()] })
  // This changes only tags, because `<` in the text has been escaped.
  return html.replace(/<(\/?)h1>/g, '<$1h2>').replace(/<table>/g, '<table tabindex="0">')
}
