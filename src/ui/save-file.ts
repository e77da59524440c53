/** How long the browser may take to read a file that it was given, in ms. */
const handoverMs = 60_000

/**
 * Gives a file to the browser as a download with this name. The file stays available for `handoverMs`, because a busy
 * browser may read it late.
 */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(link.href), handoverMs)
}
