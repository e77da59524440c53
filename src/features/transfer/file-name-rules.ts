/** The characters of code page 437 from 128 on, which MS-DOS and many zip programs use for names. */
const codePage437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'
/** Matches the lines and blocks of this code page. No name of a file has them, but most names in GBK have their bytes. */
const drawing = /[\u2500-\u259f]/

/**
 * Decodes the name of a file in a zip archive. Programs often don't say that a name is in UTF-8, so it is tried first,
 * then GBK (for Chinese) if the name makes no sense in code page 437.
 */
export function decodeFileName(bytes: Uint8Array): string {
  const utf8 = decodeAs('utf-8', bytes)
  if (utf8 !== null) return utf8
  const western = Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : codePage437[byte - 128])).join(
    '',
  )
  return (drawing.test(western) ? decodeAs('gbk', bytes) : null) ?? western
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
