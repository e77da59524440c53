import { micromark, type Options } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'

/** Turns off pictures, because the Content-Security-Policy of pages only allows pictures of this site. */
const withoutPictures: NonNullable<Options['extensions']>[number] = { disable: { null: ['labelStartImage'] } }

/**
 * Renders Markdown (CommonMark 0.31, with tables) as HTML. HTML in it is shown as text. Links can lead to http, https, mailto
 * and paths only. Headings begin at the second level, since the page has a title.
 */
export function renderMarkdown(text: string): string {
  const html = micromark(text, { extensions: [gfmTable(), withoutPictures], htmlExtensions: [gfmTableHtml()] })
  // This changes tags only, since `<` in texts is already escaped.
  return html.replace(/<(\/?)h1>/g, '<$1h2>').replace(/<table>/g, '<table tabindex="0">')
}
