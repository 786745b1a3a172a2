<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>AddSummary</name>
    <message numerus="yes">
        <source>%n camera file(s) passed over</source>
        <translation>
            <numerusform>%n camera file passed over</numerusform>
            <numerusform>%n camera files passed over</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n are not there</source>
        <translation>
            <numerusform>%n is not there</numerusform>
            <numerusform>%n are not there</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n are no videos</source>
        <translation>
            <numerusform>%n is no video</numerusform>
            <numerusform>%n are no videos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Adding</name>
    <message numerus="yes">
        <source>%n video(s) had been scanned already</source>
        <translation>
            <numerusform>%n video had been scanned already</numerusform>
            <numerusform>%n videos had been scanned already</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n video(s) stand in the queue already</source>
        <translation>
            <numerusform>%n video stands in the queue already</numerusform>
            <numerusform>%n videos stand in the queue already</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Adding %n file(s)…</source>
        <translation>
            <numerusform>Adding %n file…</numerusform>
            <numerusform>Adding %n files…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Adding %n files and folders…</source>
        <translation>
            <numerusform>Adding %n file or folder…</numerusform>
            <numerusform>Adding %n files and folders…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AppearancesView</name>
    <message numerus="yes">
        <source>%n chosen</source>
        <translation>
            <numerusform>%n chosen</numerusform>
            <numerusform>%n chosen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ForgetFaces</name>
    <message numerus="yes">
        <source>Taken out of %n backup(s), too.</source>
        <translation>
            <numerusform>Taken out of %n backup, too.</numerusform>
            <numerusform>Taken out of %n backups, too.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Forgotten: %n person(s), wherever they appear.</source>
        <translation>
            <numerusform>Forgotten: %n person, wherever they appear.</numerusform>
            <numerusform>Forgotten: %n persons, wherever they appear.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Leaving</name>
    <message numerus="yes">
        <source>%n video(s) are being scanned.</source>
        <translation>
            <numerusform>%n video is being scanned.</numerusform>
            <numerusform>%n videos are being scanned.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Locating</name>
    <message numerus="yes">
        <source>%n other missing video(s) lie there, too.</source>
        <translation>
            <numerusform>%n other missing video lies there, too.</numerusform>
            <numerusform>%n other missing videos lie there, too.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n video(s) are found again.</source>
        <translation>
            <numerusform>%n video is found again.</numerusform>
            <numerusform>%n videos are found again.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MomentsPage</name>
    <message numerus="yes">
        <source>%n video(s) have not been scanned yet.</source>
        <translation>
            <numerusform>%n video has not been scanned yet.</numerusform>
            <numerusform>%n videos have not been scanned yet.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message numerus="yes">
        <source>%n item(s) could not be taken in</source>
        <translation>
            <numerusform>%n item could not be added</numerusform>
            <numerusform>%n items could not be added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>%n problems</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PeoplePage</name>
    <message numerus="yes">
        <source>%n video(s)</source>
        <translation>
            <numerusform>%n video</numerusform>
            <numerusform>%n videos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chosen</source>
        <translation>
            <numerusform>%n chosen</numerusform>
            <numerusform>%n chosen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QueueFileDialogs</name>
    <message numerus="yes">
        <source>%n scan(s) exported</source>
        <translation>
            <numerusform>%n scan exported</numerusform>
            <numerusform>%n scans exported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n scan(s) imported</source>
        <translation>
            <numerusform>%n scan imported</numerusform>
            <numerusform>%n scans imported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n known before</source>
        <translation>
            <numerusform>%n known before</numerusform>
            <numerusform>%n known before</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n had ended</source>
        <translation>
            <numerusform>%n had ended</numerusform>
            <numerusform>%n had ended</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QueueTable</name>
    <message numerus="yes">
        <source>%n scan(s)</source>
        <translation>
            <numerusform>%n scan</numerusform>
            <numerusform>%n scans</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Removals</name>
    <message numerus="yes">
        <source>%n scan(s) taken off the list</source>
        <translation>
            <numerusform>%n scan taken off the list</numerusform>
            <numerusform>%n scans taken off the list</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Reordering</name>
    <message numerus="yes">
        <source>%n scan(s) went as far as their priority lets them</source>
        <translation>
            <numerusform>%n scan went as far as its priority lets it</numerusform>
            <numerusform>%n scans went as far as their priority lets them</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ResourceStrip</name>
    <message numerus="yes">
        <source>{0} of %n scan(s)</source>
        <translation>
            <numerusform>{0} of %n scan</numerusform>
            <numerusform>{0} of %n scans</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>%n problems</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SuggestionBar</name>
    <message numerus="yes">
        <source>%n more to answer</source>
        <translation>
            <numerusform>%n more to answer</numerusform>
            <numerusform>%n more to answer</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TaskReport</name>
    <message numerus="yes">
        <source>%n scene(s)</source>
        <translation>
            <numerusform>%n scene</numerusform>
            <numerusform>%n scenes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s)</source>
        <translation>
            <numerusform>%n text</numerusform>
            <numerusform>%n texts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) of speech</source>
        <translation>
            <numerusform>%n line of speech</numerusform>
            <numerusform>%n lines of speech</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n face(s)</source>
        <translation>
            <numerusform>%n face</numerusform>
            <numerusform>%n faces</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message numerus="yes">
        <source>%n video(s) scanned</source>
        <translation>
            <numerusform>%n video scanned</numerusform>
            <numerusform>%n videos scanned</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n failed</numerusform>
            <numerusform>%n failed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VideoActions</name>
    <message numerus="yes">
        <source>Remove %n video(s) and all that was found in them?</source>
        <translation>
            <numerusform>Remove %n video and all that was found in it?</numerusform>
            <numerusform>Remove %n videos and all that was found in them?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WatchFolders</name>
    <message numerus="yes">
        <source>%n file(s) on the way</source>
        <translation>
            <numerusform>%n file on the way</numerusform>
            <numerusform>%n files on the way</numerusform>
        </translation>
    </message>
</context>
</TS>
