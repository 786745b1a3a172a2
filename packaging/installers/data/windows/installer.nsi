; The installer: for one user, without an administrator's rights. /S installs silently, /D=PATH elsewhere.
Target amd64-unicode
ManifestDPIAware true
ManifestLongPathAware true
ManifestSupportedOS Win10
SetCompressor ${COMPRESSOR}
!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh

Name "Momentry Desk"
OutFile "${OUTPUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Momentry Desk"
InstallDirRegKey HKCU "Software\Momentry Desk" "Folder"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Momentry Desk"
VIAddVersionKey "FileDescription" "Momentry Desk, installer"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "Momentry Desk contributors"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Momentry Desk"
!define CLASSES "Software\Classes"
!define PROGRAM "Momentry Desk.exe"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\${PROGRAM}"
!insertmacro MUI_PAGE_LICENSE "${ROOT}\licences\GPL-3.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"

LangString RUNS ${LANG_ENGLISH} "Momentry Desk is running. Close it, then try again."
LangString RUNS ${LANG_SIMPCHINESE} "Momentry Desk 正在运行。请将其关闭，然后重试。"
LangString KEPT ${LANG_ENGLISH} "Your library stays in $LOCALAPPDATA\momentry-desk."
LangString KEPT ${LANG_SIMPCHINESE} "您的媒体库保留在 $LOCALAPPDATA\momentry-desk 中。"

; Everything that an installation lays down, and nothing else: the folder may be one that the user chose.
!macro RemoveProgram
  RMDir /r "$INSTDIR\app"
  RMDir /r "$INSTDIR\packages"
  RMDir /r "$INSTDIR\licences"
  RMDir /r "$INSTDIR\python"
  Delete "$INSTDIR\NOTICES.md"
  Delete "$INSTDIR\momentry-desk.cmd"
  Delete "$INSTDIR\${PROGRAM}"
!macroend

; A Python that runs cannot be written to: then the program is open.
!macro StopWhereItRuns UN
Function ${UN}StopWhereItRuns
  ${IfNot} ${FileExists} "$INSTDIR\python\pythonw.exe"
    Return
  ${EndIf}
  ClearErrors
  FileOpen $0 "$INSTDIR\python\pythonw.exe" a
  ${If} ${Errors}
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(RUNS)" /SD IDOK
    SetErrorLevel 2
    Abort
  ${EndIf}
  FileClose $0
FunctionEnd
!macroend
!insertmacro StopWhereItRuns ""
!insertmacro StopWhereItRuns "un."

!macro OpenWith EXTENSION
  WriteRegStr HKCU "${CLASSES}\Applications\${PROGRAM}\SupportedTypes" "${EXTENSION}" ""
  WriteRegStr HKCU "${CLASSES}\${EXTENSION}\OpenWithProgids" "MomentryDesk.Media" ""
!macroend
!macro NotOpenWith EXTENSION
  DeleteRegValue HKCU "${CLASSES}\${EXTENSION}\OpenWithProgids" "MomentryDesk.Media"
!macroend
!macro EachExtension DO
  !insertmacro ${DO} ".mp4"
  !insertmacro ${DO} ".m4v"
  !insertmacro ${DO} ".mov"
  !insertmacro ${DO} ".mkv"
  !insertmacro ${DO} ".webm"
  !insertmacro ${DO} ".avi"
  !insertmacro ${DO} ".mpg"
  !insertmacro ${DO} ".mpeg"
  !insertmacro ${DO} ".mts"
  !insertmacro ${DO} ".m2ts"
  !insertmacro ${DO} ".ts"
  !insertmacro ${DO} ".mxf"
  !insertmacro ${DO} ".wmv"
  !insertmacro ${DO} ".flv"
  !insertmacro ${DO} ".3gp"
  !insertmacro ${DO} ".ogv"
  !insertmacro ${DO} ".mp3"
  !insertmacro ${DO} ".m4a"
  !insertmacro ${DO} ".aac"
  !insertmacro ${DO} ".wav"
  !insertmacro ${DO} ".flac"
  !insertmacro ${DO} ".ogg"
  !insertmacro ${DO} ".opus"
  !insertmacro ${DO} ".wma"
!macroend

Section
  Call StopWhereItRuns
  ; An update leaves no file of the version before.
  !insertmacro RemoveProgram
  SetOutPath "$INSTDIR"
  File /r "${ROOT}/*.*"
  WriteUninstaller "$INSTDIR\Uninstall.exe"
  CreateShortCut "$SMPROGRAMS\Momentry Desk.lnk" "$INSTDIR\${PROGRAM}"

  WriteRegStr HKCU "Software\Momentry Desk" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${CLASSES}\Applications\${PROGRAM}" "FriendlyAppName" "Momentry Desk"
  WriteRegStr HKCU "${CLASSES}\Applications\${PROGRAM}\shell\open\command" "" '"$INSTDIR\${PROGRAM}" "%1"'
  WriteRegStr HKCU "${CLASSES}\MomentryDesk.Media" "" "Momentry Desk"
  WriteRegStr HKCU "${CLASSES}\MomentryDesk.Media\DefaultIcon" "" '"$INSTDIR\${PROGRAM}",0'
  WriteRegStr HKCU "${CLASSES}\MomentryDesk.Media\shell\open\command" "" '"$INSTDIR\${PROGRAM}" "%1"'
  !insertmacro EachExtension OpenWith
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Momentry Desk"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" '"$INSTDIR\${PROGRAM}"'
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "Momentry Desk contributors"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\Uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\Uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" ${SIZE_KB}
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

Section "un.Program"
  Call un.StopWhereItRuns
  !insertmacro RemoveProgram
  Delete "$INSTDIR\Uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Momentry Desk.lnk"
  !insertmacro EachExtension NotOpenWith
  DeleteRegKey HKCU "${CLASSES}\Applications\${PROGRAM}"
  DeleteRegKey HKCU "${CLASSES}\MomentryDesk.Media"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Momentry Desk"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
  DetailPrint "$(KEPT)"
SectionEnd
