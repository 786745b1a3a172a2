; "Momentry Desk.exe": starts the window with the Python beside it and gets out of the way.
Target amd64-unicode
ManifestDPIAware true
ManifestLongPathAware true
ManifestSupportedOS Win10
Name "Momentry Desk"
OutFile "${OUTPUT}"
Icon "${ICON}"
RequestExecutionLevel user
SilentInstall silent
AutoCloseWindow true
SetCompressor zlib
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Momentry Desk"
VIAddVersionKey "FileDescription" "Momentry Desk"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "Momentry Desk contributors"
!include FileFunc.nsh

Section
  ${GetParameters} $0
  Exec '"$EXEDIR\python\pythonw.exe" -X utf8 -m momentry_desk gui $0'
SectionEnd
