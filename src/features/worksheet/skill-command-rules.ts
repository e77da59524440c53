/** The command that installs the skills at an address. */
export function installCommand(address: string): string {
  return `npx skills add ${address}`
}

/** The same for a secret address. Without the setting, the program reports each address to its maker. */
export function privateInstallCommand(address: string): string {
  return `DISABLE_TELEMETRY=1 ${installCommand(address)}`
}
