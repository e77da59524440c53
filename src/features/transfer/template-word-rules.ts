/** Matches a word that begins, divides or ends a block. */
const closingWord = /^(?:else|elif|elseif|range|end|endif|endfor|endeach|endwith|else if .+)$/i
/** Matches the start of a block, or what stands for its item. As the name of a blank, it may be meant so. */
const openingWord = /^(?:(?:if|unless|range|each|for|foreach|with) .+|this)$/i
/** Matches the end of a block: `{{end}}`, `{{endif}}`, `{{/each}}`. */
const blockEnd = /\{\{[ \t]*(?:end(?:if|for|each|with)?|\/[A-Za-z]\w*)[ \t]*\}\}/i

/**
 * Returns a function that tells whether the name in `{{name}}` is a word of a template language, such as Go's or
 * Handlebars. A word that may also be the name of a blank, as in `{{with whom}}`, is one only in a text with blocks.
 */
export function templateWordFinder(text: string): (name: string) => boolean {
  const hasBlocks = blockEnd.test(text)
  return (name) => closingWord.test(name) || (hasBlocks && openingWord.test(name))
}
